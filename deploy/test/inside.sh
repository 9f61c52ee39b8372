# The part of run.sh that runs in the container.
set -euo pipefail
cd /srv/outflank

# Runs a block of the page as typed into a shell; the text identifies the block.
block() {
    local file=/srv/blocks/$1.sh
    grep --quiet --fixed-strings -- "$2" "$file" || { echo "block $1 has no \"$2\""; exit 1; }
    echo "block $1: $2"
    bash -e -m "$file" 2>&1 | sed '/job control\|process group/d; s/^/    /'
}

# Waits until an address responds.
up() { curl --silent --fail --insecure --output /dev/null --retry 60 --retry-delay 1 --retry-all-errors "$1"; }

# The status when a page at this address creates a game: 201 or 403.
creates() {
    curl --silent --insecure --output /tmp/answer --write-out '%{http_code}' --request POST "$1/api/games" \
        --header "Origin: $1" --header 'Content-Type: application/json' --data '{"white": "friend", "public": true}'
}
expect() {
    local found=$("${@:2}")
    [ "$found" = "$1" ] || { echo "expected $1, found $found: ${*:2}"; cat /tmp/answer; exit 1; }
    echo "    $1: ${*:2}"
}
status() { curl --silent --insecure --output /dev/null --write-out '%{http_code}' "$1"; }

# The names and addresses that the page uses, all in this container.
echo '127.0.0.1 othello.example db.example' >> /etc/hosts
ip link set lo up
ip address add 10.0.0.11/32 dev lo
ip link add name eth0 type veth peer name far0
ip link set far0 up
ip address add 192.168.1.20/24 dev eth0
ip link set eth0 up
mkdir /srv/certificates
pushd /srv/certificates >/dev/null
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=test' -keyout ca.key -out ca.crt 2>/dev/null
for name in othello.example db.example; do
    openssl req -newkey rsa:2048 -nodes -subj "/CN=$name" -keyout "$name.key" -out "$name.csr" 2>/dev/null
    openssl x509 -req -in "$name.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 \
        -extfile <(echo "subjectAltName=DNS:$name") -out "$name.crt" 2>/dev/null
done
install -m 644 othello.example.crt /etc/ssl/othello.example.pem
install -m 600 othello.example.key /etc/ssl/othello.example.key
install -m 644 ca.crt /usr/local/share/ca-certificates/test.crt
update-ca-certificates >/dev/null 2>&1
popd >/dev/null

# 01 compiles the program.
block 02 'systemctl enable --now outflank'
up http://127.0.0.1:8220/healthz
expect 201 creates http://127.0.0.1:8220
expect 404 status http://127.0.0.1:8220/metrics
curl --silent http://127.0.0.1:9220/metrics | grep --quiet '^outflank_connections '
block 03 'OUTFLANK_OPTIONS=--lan'
up http://127.0.0.1:8220/healthz
expect 201 creates http://192.168.1.20:8220
curl --silent http://127.0.0.1:8220/api/site | grep --quiet http://192.168.1.20:8220
block 04 'OUTFLANK_OPTIONS=--public-url https://othello.example'
up http://127.0.0.1:8220/healthz
expect 403 creates http://127.0.0.1:8220
journalctl --unit outflank --output cat | grep --quiet '"WARN".*configured for https://othello.example'
block 05 'nginx -t'
up https://othello.example/
expect 201 creates https://othello.example
expect 404 status https://othello.example/metrics
systemctl stop nginx
block 06 '/etc/caddy/Caddyfile'
# Without a network there is no certificate for othello.example; for localhost Caddy creates one.
sed -i 's/othello\.example/localhost/' /etc/systemd/system/caddy.service.d/outflank.conf /etc/outflank/env
systemctl daemon-reload
systemctl restart outflank caddy
up https://localhost/
expect 201 creates https://localhost
expect 404 status https://localhost/metrics
systemctl stop caddy

rm /etc/outflank/env
systemctl restart outflank
up http://127.0.0.1:8220/healthz
# 09 needs Docker.
block 10 'outflank-backup.timer'
systemctl start outflank-backup.service
cp --preserve /var/backups/outflank/*.db /var/backups/outflank/2026-11-16T001000.db
block 11 'outflank backup'
block 12 'systemctl stop outflank'
up http://127.0.0.1:8220/healthz
expect 201 creates http://127.0.0.1:8220
block 15 'outflank games list'

cluster=(/etc/postgresql/*/main)
install -o postgres -m 600 /srv/certificates/db.example.key "${cluster[0]}/test.key"
install -o postgres -m 644 /srv/certificates/db.example.crt "${cluster[0]}/test.crt"
cat >> "${cluster[0]}/postgresql.conf" <<SETTINGS
ssl = on
ssl_cert_file = '${cluster[0]}/test.crt'
ssl_key_file = '${cluster[0]}/test.key'
SETTINGS
systemctl restart postgresql
until runuser -u postgres -- psql --quiet --command "ALTER USER postgres PASSWORD 'PASSWORD'" 2>/dev/null; do sleep 0.5; done
echo 'block 07: createuser --pwprompt outflank'
(sleep 1; echo PASSWORD; sleep 1; echo PASSWORD) | runuser -u postgres -- script --quiet --return --command 'bash -e /srv/blocks/07.sh' /dev/null
block 08 'OUTFLANK_DATABASE=postgres://outflank:PASSWORD@db.example'
up http://10.0.0.11:8220/healthz
journalctl --unit outflank --output cat | grep --quiet 'Serving on http://10.0.0.11:8220, known as https://othello.example'
install -m 644 deploy/systemd/outflank-worker.service /etc/systemd/system/
systemctl start outflank-worker
expect active systemctl is-active outflank-worker
install -m 600 /dev/null /root/.pgpass
printf 'db.example:*:*:%s:PASSWORD\n' outflank postgres > /root/.pgpass
# The second block continues in the shell of the first.
cat /srv/blocks/13.sh /srv/blocks/14.sh > /srv/blocks/13-14.sh
block 13-14 'pg_restore'
systemd-analyze verify /etc/systemd/system/outflank*.service /etc/systemd/system/outflank*.timer
echo 'every block that could be run was run'
