import { parseSync } from 'vite'
import type { Source } from './source-tree.ts'

type Node = { type: string; start: number; end: number; [field: string]: unknown }

/**
 * Finds conditional JSX children beside bare text. Browser translators move text nodes into new elements, and
 * React then fails when it removes such a text or inserts before it.
 */
export function findBareTexts({ path, text }: Source): string[] {
  if (!path.endsWith('.tsx')) return []
  const found: string[] = []
  function look(node: Node) {
    if (/^JSX(?:Element|Fragment)$/.test(node.type) && !isOption(node)) {
      const children = (node.children as Node[]).filter((child) => !isLayout(child))
      for (const [at, child] of children.entries()) {
        if (isInDanger(child, children, at)) {
          const line = text.slice(0, child.start).split('\n').length
          found.push(`${path}:${line}: ${text.slice(child.start, child.end)}`)
        }
      }
    }
    for (const value of Object.values(node)) {
      for (const inner of [value].flat() as (Node | null | undefined)[]) {
        if (typeof inner?.type === 'string') look(inner)
      }
    }
  }
  look(parseSync(path, text).program as unknown as Node)
  return found
}

function isInDanger(child: Node, siblings: Node[], at: number): boolean {
  const shown =
    child.type === 'JSXExpressionContainer' && shownOnCondition(child.expression as Node)
  if (!shown || siblings.length === 1) return false
  if (shown.some(isText)) return true
  const next = siblings.slice(at + 1)
  const end = next.findIndex(({ type }) => type === 'JSXElement')
  return next.slice(0, end < 0 ? undefined : end).some(isBareText)
}

/** Returns the alternatives of a conditional child. */
function shownOnCondition(expression: Node): Node[] | undefined {
  if (expression.type === 'LogicalExpression' && expression.operator === '&&') {
    return [expression.right as Node]
  }
  if (expression.type !== 'ConditionalExpression') return undefined
  const sides = [expression.consequent, expression.alternate] as Node[]
  // A single text node whose text changes is safe.
  const isAlwaysText = sides.every((side) => isText(side) || /^(?:Call|Member|Id)/.test(side.type))
  return isAlwaysText ? undefined : sides
}

/** An option contains text only, which React appends. */
function isOption({ openingElement }: Node): boolean {
  const opening = openingElement as { name: { name?: string } } | undefined
  return opening?.name.name === 'option'
}

function isLayout({ type, value }: Node): boolean {
  return type === 'JSXText' && /^\s*$/.test(value as string) && (value as string).includes('\n')
}

function isBareText(child: Node): boolean {
  if (child.type === 'JSXText') return true
  return child.type === 'JSXExpressionContainer' && isText(child.expression as Node)
}

function isText({ type, value }: Node): boolean {
  return type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')
}
