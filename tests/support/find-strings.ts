import { parseSync } from 'vite'

type Node = { type: string; start: number; [field: string]: unknown }

/** JSX attributes whose values are never read by a person. */
const technicalAttributes =
  /^(className|class|id|type|name|href|to|key|role|htmlFor|autoComplete|rel|target|path|method|style|src|d|viewBox|pattern|accept|kind|as|variant|size)$/

/**
 * Properties whose values are never read by a person. `name`, `path` and `src` are not among them: labels show names,
 * and schemas contain the messages about paths and pictures.
 */
const technicalProperties =
  /^(className|class|id|type|href|to|key|role|htmlFor|autoComplete|rel|target|method|style|d|viewBox|pattern|accept|kind|as|variant|size)$/

/** Calls whose arguments are not shown: log lines, SQL, lookups. */
const silentCalls =
  /(^|\.)(log|info|warn|debug|querySelector|getElementById|matchMedia|test|RegExp)$/

/** Returns the texts of a source file that a person may read, with their positions. */
export function findStrings(path: string, text: string) {
  const found: { start: number; shown: string }[] = []
  function look(node: Node, isMarkup: boolean) {
    const shown = textOf(node)
    if (shown !== undefined) {
      if (isMarkup ? /\p{L}/u.test(shown) : isSentence(shown))
        found.push({ start: node.start, shown })
      for (const inner of (node.expressions ?? []) as Node[]) look(inner, false)
      return
    }
    if (isSilent(node)) return
    for (const [field, value] of Object.entries(node)) {
      for (const inner of [value].flat() as (Node | null | undefined)[]) {
        if (typeof inner?.type !== 'string') continue
        look(inner, inner.type === 'JSXText' || (node.type === 'JSXAttribute' && field === 'value'))
      }
    }
  }
  look(parseSync(path, text).program as unknown as Node, false)
  return found
}

/** The text of a literal, a template or JSX; undefined for other nodes. */
function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText') return clean(String(node.value))
  if (node.type === 'Literal' && typeof node.value === 'string') return clean(node.value)
  if (node.type !== 'TemplateLiteral') return undefined
  const parts = node.quasis as { value: { cooked: string | null } }[]
  return clean(parts.map(({ value }) => value.cooked ?? '').join('{…}'))
}

function clean(text: string) {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** A label or a sentence, as opposed to an identifier, a path, a class list or a media type. */
function isSentence(text: string) {
  return (
    /^[\p{Lu}{“"‘'„]/u.test(text) &&
    /\p{Ll}/u.test(text) &&
    !/^(GET|POST|PUT|PATCH|DELETE) \/|^[\w-]+[/:_]|^[A-Z]\w*[a-z][A-Z]/.test(text)
  )
}

function isSilent(node: Node): boolean {
  if (/^Import|^TS|ExportAllDeclaration/.test(node.type)) return !node.type.endsWith('Expression')
  if (node.type === 'JSXAttribute')
    return technicalAttributes.test((node.name as { name: string }).name)
  if (node.type === 'Property')
    return technicalProperties.test((node.key as { name?: string }).name ?? '')
  if (node.type === 'TaggedTemplateExpression') return true
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false
  const callee = node.callee as { name?: string; property?: { name?: string } }
  return silentCalls.test(callee.property?.name ?? callee.name ?? '')
}
