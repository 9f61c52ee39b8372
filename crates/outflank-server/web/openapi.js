// Prepares an OpenAPI description for display.

/**
 * @typedef {object} Schema
 * @property {string} [$ref]
 * @property {string | string[]} [type]
 * @property {string} [format]
 * @property {string} [description]
 * @property {unknown} [default]
 * @property {unknown} [example]
 * @property {unknown[]} [examples]
 * @property {unknown[]} [enum]
 * @property {unknown} [const]
 * @property {Schema} [items]
 * @property {Record<string, Schema>} [properties]
 * @property {string[]} [required]
 * @property {Schema[]} [oneOf]
 * @property {Schema[]} [anyOf]
 * @property {Schema[]} [allOf]
 */

/** @typedef {{schema?: Schema, example?: unknown}} Media */

/**
 * @typedef {object} Described
 * @property {string[]} [tags]
 * @property {string} [operationId]
 * @property {string} [summary]
 * @property {string} [description]
 * @property {{name: string, in: string, required?: boolean, description?: string, schema?: Schema}[]} [parameters]
 * @property {{content?: Record<string, Media>}} [requestBody]
 * @property {Record<string, {description?: string, content?: Record<string, Media>}>} [responses]
 */

/**
 * @typedef {object} Description
 * @property {Record<string, Record<string, Described>>} [paths]
 * @property {{name: string, description?: string}[]} [tags]
 * @property {{schemas?: Record<string, Schema>}} [components]
 */

/**
 * @typedef {object} Operation
 * @property {string} anchor
 * @property {string} method
 * @property {string} path
 * @property {string} summary
 * @property {string} text
 * @property {{name: string, place: string, required: boolean, text: string, schema: Schema}[]} parameters
 * @property {Schema | null} body
 * @property {{status: string, text: string, type: string, schema: Schema | null}[]} responses
 */

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * @param {Description} description
 * @returns {{tag: string, operations: Operation[]}[]}
 */
export function operations({ paths = {}, tags = [] }) {
  /** @type {Map<string, Operation[]>} */
  const groups = new Map(tags.map(({ name }) => [name, []]));
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of METHODS) {
      const described = methods[method];
      if (described === undefined) continue;
      const tag = described.tags?.[0] ?? 'Other';
      const group = groups.get(tag) ?? [];
      group.push(operation(method, path, described));
      groups.set(tag, group);
    }
  }
  return [...groups].filter(([, all]) => all.length > 0).map(([tag, all]) => ({ tag, operations: all }));
}

/**
 * @param {Schema} schema
 * @returns {string}
 */
export function typeName(schema) {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const parts = schema.oneOf ?? schema.anyOf;
  if (parts !== undefined) return parts.map(typeName).join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map(typeName).join(' & ');
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? (schema.properties ? 'object' : 'anything')];
  return types.map((type) => (type === 'array' && schema.items ? `list of ${typeName(schema.items)}` : type)).join(' | ');
}

/**
 * @param {Schema} schema
 * @returns {string | null}
 */
export function reference(schema) {
  if (schema.$ref !== undefined) return typeName(schema);
  const parts = [
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.allOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
  for (const part of parts) {
    const found = reference(part);
    if (found !== null) return found;
  }
  return null;
}

/**
 * The example in the description, or one built from the parts.
 * @param {Schema} schema
 * @param {Description} description
 * @param {number} [depth]  limits recursive types
 * @returns {unknown} undefined if there is none
 */
export function exampleOf(schema, description, depth = 6) {
  if (schema.example !== undefined) return schema.example;
  if (schema.examples !== undefined && schema.examples.length > 0) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (depth === 0) return undefined;
  if (schema.$ref !== undefined) {
    const named = description.components?.schemas?.[typeName(schema)];
    return named === undefined ? undefined : exampleOf(named, description, depth - 1);
  }
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, description, depth - 1)));
  }
  const parts = schema.oneOf ?? schema.anyOf;
  if (parts !== undefined) {
    const first = parts.find((part) => part.type !== 'null');
    return first === undefined ? null : exampleOf(first, description, depth - 1);
  }
  if (schema.properties !== undefined) {
    const entries = Object.entries(schema.properties).map(([name, part]) => [name, exampleOf(part, description, depth - 1)]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  return plain(schema, description, depth);
}

/**
 * @param {Schema} schema
 * @param {Description} description
 * @param {number} depth
 */
function plain(schema, description, depth) {
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== 'null') : schema.type;
  if (type === 'array') {
    const item = schema.items === undefined ? undefined : exampleOf(schema.items, description, depth - 1);
    return item === undefined ? [] : [item];
  }
  return { string: '…', integer: 0, number: 0, boolean: false, object: {}, null: null }[type ?? ''];
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Described} described
 * @returns {Operation}
 */
function operation(method, path, described) {
  const bodies = Object.values(described.requestBody?.content ?? {});
  return {
    anchor: described.operationId ?? `${method}-${path.replace(/[^a-z0-9]+/gi, '-')}`,
    method: method.toUpperCase(),
    path,
    summary: described.summary ?? '',
    text: described.description ?? '',
    parameters: (described.parameters ?? []).map(({ name, in: place, required, description, schema }) => ({
      name,
      place,
      required: required === true,
      text: description ?? '',
      schema: schema ?? {},
    })),
    body: bodies.length === 0 ? null : withExample(bodies[0]),
    responses: Object.entries(described.responses ?? {}).map(([status, { description, content }]) => {
      const [type, media] = Object.entries(content ?? {})[0] ?? ['', {}];
      return { status, text: description ?? '', type, schema: media.schema ?? null };
    }),
  };
}

/** @param {Media} media @returns {Schema} */
function withExample({ schema, example }) {
  return example === undefined ? (schema ?? {}) : { ...schema, example };
}
