import assert from 'node:assert/strict';
import { test } from 'node:test';

import { exampleOf, operations, reference, typeName } from '../../web/openapi.js';

const description = {
  tags: [{ name: 'Games' }, { name: 'Empty' }, { name: 'Study' }],
  paths: {
    '/api/study': { post: { tags: ['Study'], responses: { 200: { description: 'Good.' } } } },
    '/api/games': {
      post: {
        tags: ['Games'],
        operationId: 'create',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Proposal' } } } },
        responses: { 201: { content: { 'application/json': { schema: { type: 'string' } } } } },
      },
      get: { tags: ['Games'], parameters: [{ name: 'list', in: 'query', required: true }] },
    },
    '/healthz': { get: {} },
  },
  components: {
    schemas: {
      Proposal: {
        properties: {
          rules: { type: 'string', default: 'standard' },
          level: { type: ['integer', 'null'] },
          moves: { type: 'array', items: { $ref: '#/components/schemas/Move' } },
          next: { $ref: '#/components/schemas/Proposal' },
        },
      },
      Move: { oneOf: [{ type: 'null' }, { type: 'string', example: 'f5' }] },
    },
  },
};

test('operations are grouped by tag, in the order of the tags', () => {
  assert.deepEqual(
    operations(description).map(({ tag, operations: all }) => [tag, all.map(({ method, path }) => `${method} ${path}`)]),
    [
      ['Games', ['GET /api/games', 'POST /api/games']],
      ['Study', ['POST /api/study']],
      ['Other', ['GET /healthz']],
    ],
  );
});

test('an operation has an anchor, parameters, a body and responses', () => {
  const [list, create] = operations(description)[0].operations;
  assert.equal(create.anchor, 'create');
  assert.equal(list.anchor, 'get--api-games');
  assert.deepEqual(
    list.parameters.map(({ name, place, required }) => ({ name, place, required })),
    [{ name: 'list', place: 'query', required: true }],
  );
  assert.equal(typeName(create.body ?? {}), 'Proposal');
  assert.deepEqual(create.responses, [{ status: '201', text: '', type: 'application/json', schema: { type: 'string' } }]);
});

test('types have readable names', () => {
  assert.equal(typeName({ type: ['string', 'null'] }), 'string | null');
  assert.equal(typeName({ enum: ['black', 'white'] }), '"black" | "white"');
  assert.equal(typeName({ type: 'array', items: { $ref: '#/x/Ply' } }), 'list of Ply');
  assert.equal(reference({ type: 'array', items: { $ref: '#/x/Ply' } }), 'Ply');
  assert.equal(reference({ oneOf: [{ type: 'null' }, { $ref: '#/x/Clock' }] }), 'Clock');
  assert.equal(reference({ type: 'string' }), null);
});

test('an example is built from its parts, also for a recursive type', () => {
  const example = /** @type {any} */ (exampleOf({ $ref: '#/components/schemas/Proposal' }, description));
  assert.equal(example.rules, 'standard');
  assert.equal(example.level, 0);
  assert.deepEqual(example.moves, ['f5']);
  assert.equal(exampleOf({ $ref: '#/components/schemas/Unknown' }, description), undefined);
});
