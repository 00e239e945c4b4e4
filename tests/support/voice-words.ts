import { parseSync } from 'vite'
import type { Source } from './source-tree.ts'

/** Characteristic words of the sample series. A class or URL that contains one is ignored. */
export const voice =
  /(?<![\w/.-])(?:evenings?|(?:to)?nights?|chairs?|armchairs?|stages?|(?:co-)?founders?|front row|curtains?|backstage|house lights|house|lamps?)(?![\w/-])/i

type Node = { type: string; start: number; [field: string]: unknown }

/** Attributes that are not displayed. */
const unread = new Set(['className', 'id', 'key', 'name', 'href', 'src', 'sizes', 'type', 'rel'])
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Returns every characteristic word in displayed texts, with its position. */
export function findVoice({ path, text }: Source): string[] {
  const found: string[] = []
  function look(node: Node) {
    if (isUnread(node)) return
    const said = textOf(node)
    const word = said === undefined ? undefined : voice.exec(said)?.[0]
    if (word !== undefined) {
      const line = text.slice(0, node.start).split('\n').length
      found.push(`${path}:${line}: "${word}" in: ${said!.replaceAll(/\s+/g, ' ').trim()}`)
    }
    for (const value of Object.values(node)) [value].flat().filter(isNode).forEach(look)
  }
  look(parseSync(path, text).program as unknown as Node)
  return found
}

/** Returns whether a quoted text is code: a module, type, SQL or class. */
function isUnread(node: Node): boolean {
  if (/^(?:Import|ExportAll|TS(?!As|Satisfies|NonNull))/.test(node.type)) return true
  if (node.type === 'ImportExpression') return true
  if (node.type === 'TaggedTemplateExpression') return true
  return node.type === 'JSXAttribute' && unread.has(String((node['name'] as Node)['name']))
}

function textOf(node: Node): string | undefined {
  if (node.type === 'TemplateElement') return (node['value'] as { cooked: string }).cooked
  if (node.type === 'JSXText' || node.type === 'Literal') {
    return typeof node['value'] === 'string' ? node['value'] : undefined
  }
  return undefined
}
