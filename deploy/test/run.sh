#!/bin/bash
# Runs the commands of docs/guide/hosting.md as written, in a container with systemd of its own and without a network:
#
#   deploy/test/run.sh path/to/outflank
#
# Needs root, and Debian's systemd-container, nginx-light, caddy, postgresql, openssl and curl. The container sees this machine's files; its
# writes stay in memory and are discarded. Commands that need other machines, Docker or a compiler are not run: see inside.sh.
set -euo pipefail
program=$(realpath "${1:?expected the program to install}")
cd "$(dirname "$0")/../.."

memory=$(mktemp --directory)
container=
clean_up() {
    [ -z "$container" ] || { kill "$container" 2>/dev/null && wait "$container"; } || true
    umount --recursive "$memory" && rmdir "$memory"
}
trap clean_up EXIT
mount -t tmpfs outflank "$memory"
mkdir "$memory"/{written,work,root}
root=$memory/root
mount -t overlay outflank -o "lowerdir=/,upperdir=$memory/written,workdir=$memory/work" "$root"

mkdir -p "$root"/srv/outflank/target/dist "$root"/srv/blocks
cp --recursive deploy docs "$root"/srv/outflank/
cp "$program" "$root"/srv/outflank/target/dist/outflank
rm -f "$root"/usr/sbin/policy-rc.d
# Each block of commands becomes a script: 01.sh, 02.sh, ...
awk -v folder="$root/srv/blocks" '
    /^```$/ { inside = 0 }
    inside { print > file }
    /^```sh$/ { inside = 1; file = sprintf("%s/%02d.sh", folder, ++count) }' docs/guide/hosting.md

systemd-nspawn --boot --directory "$root" --private-network --register=no --keep-unit --machine "outflank-$$" \
    systemd.unit=multi-user.target </dev/null >"$memory"/boot.log 2>&1 &
container=$!
for _ in $(seq 120); do
    init=$(pgrep --parent "$container" || true)
    if [ -n "$init" ]; then
        enter=(nsenter --target "$init" --mount --uts --ipc --net --pid)
        "${enter[@]}" systemctl is-system-running 2>/dev/null | grep --quiet --extended-regexp 'running|degraded' && break
    fi
    sleep 0.5
done
"${enter[@]}" bash /srv/outflank/deploy/test/inside.sh
