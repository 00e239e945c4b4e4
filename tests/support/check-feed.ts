import { Ajv2020 } from 'ajv/dist/2020.js'
import { RelaxNGValidator, XmlDocument } from 'libxml2-wasm'
import { atomSchema } from './atom-schema.ts'

/** Checks of RFC 4287, JSON Feed 1.1 and oEmbed 1.0; each throws with the violation. */

/** Also checks rules beyond the schema: unique ids, and unique alternates per type and language (4.1). */
export function checkAtomFeed(body: string): void {
  using document = XmlDocument.fromString(body)
  using schema = XmlDocument.fromString(atomSchema)
  using validator = RelaxNGValidator.fromDoc(schema)
  validator.validate(document)
  const names = { a: 'http://www.w3.org/2005/Atom' }
  const read = (path: string) => document.find(path, names).map(({ content }) => content)
  expectOnce('id', [...read('/a:feed/a:id'), ...read('/a:feed/a:entry/a:id')])
  for (const place of document.find('/a:feed | /a:feed/a:entry', names)) {
    const kinds = place.find('a:link[not(@rel) or @rel="alternate"]', names)
    expectOnce(
      'alternate link',
      kinds.map((link) => ['@type', '@hreflang'].map((name) => link.get(name)?.content).join()),
    )
  }
  if (read('/a:feed/a:link[@rel="self"]/@href').length !== 1) throw new Error('no link to itself')
}

const address = { type: 'string', pattern: '^https?://\\S+$' }
const text = { type: 'string', minLength: 1 }
const instant = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
}
/** At least one of these, and no unknown fields. */
const people = {
  type: 'array',
  items: {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: { name: text, url: address, avatar: address },
  },
}

const readJsonFeed = new Ajv2020().compile({
  type: 'object',
  required: ['version', 'title', 'items'],
  additionalProperties: false,
  patternProperties: { '^_[^.]+$': {} },
  properties: {
    version: { const: 'https://jsonfeed.org/version/1.1' },
    title: text,
    description: { type: 'string' },
    home_page_url: address,
    feed_url: address,
    icon: address,
    favicon: address,
    language: text,
    authors: people,
    expired: { type: 'boolean' },
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id'],
        // One or both are required.
        anyOf: [{ required: ['content_text'] }, { required: ['content_html'] }],
        additionalProperties: false,
        patternProperties: { '^_[^.]+$': {} },
        properties: {
          id: text,
          url: address,
          external_url: address,
          title: { type: 'string' },
          content_text: { type: 'string' },
          content_html: { type: 'string' },
          summary: { type: 'string' },
          image: address,
          banner_image: address,
          date_published: instant,
          date_modified: instant,
          authors: people,
          tags: { type: 'array', items: { type: 'string' } },
          language: text,
        },
      },
    },
  },
})

export function checkJsonFeed(body: string): void {
  const feed: { items: { id: string }[] } = JSON.parse(body)
  const isRight: boolean = readJsonFeed(feed)
  if (!isRight) throw new Error(JSON.stringify(readJsonFeed.errors))
  expectOnce(
    'id',
    feed.items.map(({ id }) => id),
  )
}

/** 2.3.4: a link has no further required fields; a thumbnail needs width and height. */
const readOembed = new Ajv2020().compile({
  type: 'object',
  required: ['type', 'version'],
  properties: {
    type: { const: 'link' },
    version: { const: '1.0' },
    title: { type: 'string' },
    author_name: { type: 'string' },
    author_url: address,
    provider_name: { type: 'string' },
    provider_url: address,
    html: false,
  },
  dependentRequired: {
    thumbnail_url: ['thumbnail_width', 'thumbnail_height'],
    thumbnail_width: ['thumbnail_url'],
    thumbnail_height: ['thumbnail_url'],
  },
})

export function checkOembed(body: string): void {
  if (!readOembed(JSON.parse(body))) throw new Error(JSON.stringify(readOembed.errors))
}

function expectOnce(what: string, found: string[]) {
  const twice = found.find((each, place) => found.indexOf(each) !== place)
  if (twice !== undefined) throw new Error(`${what} stands twice: ${twice}`)
}
