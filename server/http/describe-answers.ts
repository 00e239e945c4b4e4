import { z } from 'zod'
import { operations } from '#shared/contract/catalogue.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { refusalsOf } from '#shared/contract/refusals-of.ts'
import { refusals, type RefusalCode } from '#shared/contract/refusals.ts'
import {
  pictureOperations,
  pictureRefusals,
  unchanged,
  type Answer,
  type Operation,
} from './describe-pictures.ts'

type Answers = Record<string, Answer>
export type ApiDocument = {
  paths?: Record<string, Record<string, Operation>>
  components?: object
}

/** What broke on our side. */
const failure: Answer = {
  description: 'Something went wrong on the server, which logged it under `requestId`.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['message', 'requestId'],
        properties: { message: { type: 'string' }, requestId: { type: 'string' } },
        additionalProperties: false,
      },
    },
  },
}

function schemaOf(code: RefusalCode) {
  const { $schema: _, ...schema } = z.toJSONSchema(
    z.object({ message: z.string(), ...refusals[code].details }),
  )
  return schema
}

function anyOf(schemas: object[]) {
  return schemas.length === 1 ? schemas[0] : { anyOf: schemas }
}

/** One answer for each status; its codes stand in the header, their details in the body. */
function describeRefusals(codes: RefusalCode[]): Answers {
  const byStatus = Map.groupBy(codes, (code) => refusals[code].status)
  const answers = [...byStatus].map(([status, same]) => [
    status,
    {
      description: `Refused: ${same.map((code) => `\`${code}\``).join(' or ')}.`,
      headers: {
        'refusal-code': {
          description: 'Why, to be told apart by programs.',
          schema: { type: 'string', enum: same },
        },
      },
      content: {
        'application/json': {
          schema: anyOf(same.map((code) => ({ $ref: `#/components/schemas/${code}` }))),
        },
      },
    },
  ])
  return Object.fromEntries(answers)
}

function answersOf(entry: Endpoint): Answers {
  return {
    ...(entry.isKept && { 304: unchanged }),
    ...describeRefusals(refusalsOf(entry)),
    500: failure,
  }
}

/** Adds to the document what each call answers when it does not succeed, and the pictures. */
export function describeAnswers(document: ApiDocument): ApiDocument {
  const paths = { ...document.paths }
  for (const [, entry] of operations) {
    const operation = paths[pathInDocument(entry.path)]?.[entry.method.toLowerCase()]
    if (operation) operation.responses = { ...operation.responses, ...answersOf(entry) }
  }
  for (const [path, operation] of Object.entries(pictureOperations)) {
    const responses = { ...operation.responses, ...describeRefusals(pictureRefusals), 500: failure }
    paths[path] = { get: { ...operation, responses } }
  }
  const used = new Set([
    ...pictureRefusals,
    ...operations.flatMap(([, entry]) => refusalsOf(entry)),
  ])
  const schemas = Object.fromEntries([...used].map((code) => [code, schemaOf(code)]))
  return { ...document, paths, components: { ...document.components, schemas } }
}

/** `/api/admin/events/:id` → `/api/admin/events/{id}` */
function pathInDocument(path: string) {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}
