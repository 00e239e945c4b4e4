import bcd, {
  type BrowserName,
  type CompatStatement,
  type Identifier,
} from '@mdn/browser-compat-data/forLegacyNode'
import { parseSync } from 'vite'
import type { MinimumBrowsers } from '#kernel/minimum-browsers.ts'

type Node = { type: string; start: number; [key: string]: unknown }
/** A name, and the functions around the place where a script uses or checks it. */
type Place = { name: string; functions: Node[] }

/** Whether every one of these browsers, and its version for phones, has a feature without a flag. */
export function isSupported(compat: CompatStatement, minimum: MinimumBrowsers): boolean {
  return Object.entries(minimum).every(([desktop, oldest]) =>
    [desktop, desktop === 'safari' ? 'safari_ios' : `${desktop}_android`].every((browser) => {
      const support = compat.support[browser as BrowserName]
      if (support === undefined) return true
      return [support].flat().some((statement) => {
        const { version_added: added, version_removed: removed, flags, prefix } = statement
        const isLimited = removed ?? flags ?? prefix ?? statement.alternative_name
        if (typeof added !== 'string' || isLimited) return false
        return Number.parseFloat(added.replace('≤', '')) <= oldest
      })
    }),
  )
}

const { Iterator: iterators, Intl: intl, ...builtins } = bcd.javascript.builtins!
const unicodeSets = bcd.javascript.builtins!.RegExp!.unicodeSets!.__compat!
const statics = new Map<string, CompatStatement>()
const staticNames = new Set<string>()
const methods = new Map<string, CompatStatement[]>()
const globals = new Map<string, CompatStatement[]>()
for (const [owner, entry] of Object.entries({ ...bcd.api, ...builtins, ...intl })) {
  indexInterface(owner, entry as Identifier)
}

for (const [name, entry] of Object.entries(intl as Record<string, Identifier>)) {
  if (entry.__compat) statics.set(`Intl.${name}`, entry.__compat)
}

function indexInterface(owner: string, { __compat: whole, ...parts }: Identifier) {
  if (whole) add(globals, owner, whole)
  const type = (globalThis as unknown as Record<string, { prototype?: object }>)[owner]
  for (const [key, { __compat: compat }] of Object.entries(parts)) {
    const name = key.replace(/_static$/, '')
    if (!compat || name === owner) continue
    // MDN's data mark static members of web interfaces, but not those of the language.
    const isStatic =
      key !== name || (owner in builtins && type && !Object.hasOwn(type.prototype ?? {}, name))
    if (isStatic) {
      statics.set(`${owner}.${name}`, compat)
      staticNames.add(name)
    } else add(methods, name, compat)
    if (owner === 'Window') add(globals, name, compat)
  }
}

function add(map: Map<string, CompatStatement[]>, name: string, compat: CompatStatement) {
  map.set(name, [...(map.get(name) ?? []), compat])
}

/** Names that the language's own types have; scripts that define a method of that name do not hide them. */
const languageMethods = ['Array', 'String', 'Object', 'Promise', 'Set', 'Map', 'RegExp']
const isOfLanguage = (name: string) => languageMethods.some((owner) => builtins[owner]?.[name])

/** The names of all properties and methods that scripts define themselves. */
export function findOwnNames(code: string): Set<string> {
  const names = new Set<string>()
  walk(parse(code), (node, above) => {
    const isKey = /^(?:Property|MethodDefinition|PropertyDefinition)$/.test(node.type)
    const isAssigned =
      node.type === 'MemberExpression' && above.at(-1)?.type === 'AssignmentExpression'
    const key = (isKey ? node.key : isAssigned ? node.property : undefined) as Node | undefined
    if (key?.type === 'Identifier') names.add(key.name as string)
  })
  return names
}

/**
 * Returns what a built script calls without a check and one of the browsers lacks: globals, static and other
 * methods, methods of iterators, flags of regular expressions. A method counts if every interface that has
 * one of this name is too new, and no name in `ownNames`.
 */
export function findNewFeatures(
  code: string,
  minimum: MinimumBrowsers,
  ownNames = new Set<string>(),
): string[] {
  const used: Place[] = []
  const checked: Place[] = []
  const declared = new Set<string>()
  walk(parse(code), (node, above) => {
    const parent = above.at(-1)
    const functionsAround = () => above.filter(({ type }) => type.includes('Function'))
    if (node.type === 'Identifier' && isDeclaration(node, above)) declared.add(node.name as string)
    const name = isChecked(node, parent) ? memberOf(node) : undefined
    if (name !== undefined) checked.push({ name, functions: functionsAround() })
    else if (isNeeded(node, parent))
      used.push({ name: describe(node), functions: functionsAround() })
    for (const pseudo of pseudosOf(node)) {
      const isAsked = memberOf(node.callee as Node) === 'supports'
      ;(isAsked ? checked : used).push({ name: pseudo, functions: functionsAround() })
    }
    if ((node.regex as { flags?: string } | undefined)?.flags?.includes('v')) {
      used.push({ name: '/v', functions: functionsAround() })
    }
  })

  function isNew(name: string): boolean {
    if (name === '/v') return !isSupported(unicodeSets, minimum)
    if (name.startsWith(':')) return isNewSelector(name, minimum)
    const [owner = '', member] = name.split('.')
    const isOwn = declared.has(owner)
    if (member === undefined) {
      const known = isOwn ? undefined : globals.get(owner)
      return known?.every((compat) => !isSupported(compat, minimum)) ?? false
    }
    if (owner === 'iterator') return !isSupported(iterators![member]!.__compat!, minimum)
    const known = isOwn ? undefined : statics.get(name)
    if (known) return !isSupported(known, minimum)
    if (!isOfLanguage(member) && ownNames.has(member)) return false
    if (staticNames.has(member)) return false
    return methods.get(member)?.every((compat) => !isSupported(compat, minimum)) ?? false
  }
  const isUnchecked = ({ name, functions }: Place) =>
    !checked.some(
      (check) =>
        check.name === name.split('.').at(-1) &&
        check.functions.every((one) => functions.includes(one)),
    )
  const found = used.filter((place) => isNew(place.name) && isUnchecked(place))
  // Local variables have short names in built scripts.
  return [...new Set(found.map(({ name }) => name.replace(/^\w{1,2}\./, '.')))]
}

function parse(code: string): Node {
  const { program, errors } = parseSync('part.js', code)
  if (errors.length > 0) throw new Error(errors[0]!.message)
  return program as unknown as Node
}

function walk(node: Node, visit: (node: Node, above: Node[]) => void, above: Node[] = []) {
  visit(node, above)
  above.push(node)
  for (const value of Object.values(node)) {
    if (typeof value !== 'object' || value === null) continue
    for (const child of (Array.isArray(value) ? value : [value]) as (Node | undefined)[]) {
      if (child?.type !== undefined) walk(child, visit, above)
    }
  }
  above.pop()
}

function isDeclaration(node: Node, above: Node[]): boolean {
  const parent = above.at(-1)
  if (parent?.type === 'VariableDeclarator') return parent.id === node
  if (parent?.type === 'Property') return above.at(-2)?.type === 'ObjectPattern'
  if (parent?.type.includes('Function')) return parent.body !== node
  return /^(?:Import.*Specifier|Class.*|ArrayPattern|AssignmentPattern)$/.test(parent?.type ?? '')
}

/** `name` of `thing.name`, of a bare name, and of `'name' in thing`. */
function memberOf(node: Node): string | undefined {
  if (node.type === 'Literal') return String(node.value)
  const name = node.type === 'MemberExpression' && !node.computed ? (node.property as Node) : node
  return name.type === 'Identifier' ? (name.name as string) : undefined
}

/** Whether the script asks here if there is such a thing. */
function isChecked(node: Node, parent: Node | undefined): boolean {
  if (node.type === 'Literal') return parent?.operator === 'in'
  if (!/^(?:MemberExpression|Identifier)$/.test(node.type)) return false
  if (/^(?:Unary|Logical)Expression$/.test(parent?.type ?? '')) return true
  if (parent?.type === 'BinaryExpression') return /^[!=]==?$/.test(parent.operator as string)
  return parent?.test === node
}

/** Whether the script fails here if there is no such thing. */
function isNeeded(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'CallExpression' || parent?.type === 'NewExpression') {
    const isNamed =
      node.type === 'Identifier' || (node.type === 'MemberExpression' && !node.computed)
    return isNamed && parent.callee === node && !parent.optional
  }
  return node.type === 'Identifier' && parent?.type === 'MemberExpression' && parent.object === node
}

const iteratorMakers = ['values', 'keys', 'entries', 'matchAll']

/** `Owner.member`, `iterator.member`, `.member` or a name. */
function describe(node: Node): string {
  if (node.type === 'Identifier') return node.name as string
  const member = memberOf(node) ?? ''
  const object = node.object as Node
  if (object.type === 'Identifier') return `${object.name as string}.${member}`
  const maker = object.type === 'CallExpression' ? (object.callee as Node) : undefined
  const isIterator =
    maker?.type === 'MemberExpression' &&
    iteratorMakers.includes(memberOf(maker) ?? '') &&
    (maker.object as Node).name !== 'Object'
  return isIterator && iterators?.[member]?.__compat ? `iterator.${member}` : `.${member}`
}

const selectorReaders = ['querySelector', 'querySelectorAll', 'matches', 'closest', 'supports']

/** The pseudo-classes in the selectors of a call; the browser throws for those that it does not know. */
function pseudosOf({ type, callee, arguments: given }: Node): string[] {
  if (type !== 'CallExpression' || !selectorReaders.includes(memberOf(callee as Node) ?? '')) {
    return []
  }
  const texts = (given as Node[]).flatMap(({ value, quasis }) =>
    quasis ? (quasis as { value: { raw: string } }[]).map((part) => part.value.raw) : [value],
  )
  return texts.flatMap((text) => (typeof text === 'string' ? findPseudos(text) : []))
}

function findPseudos(selector: string): string[] {
  return selector.match(/(?<![\\:]):[a-z][a-z-]+(?![\w-])/g) ?? []
}

function isNewSelector(pseudo: string, minimum: MinimumBrowsers): boolean {
  const compat = (bcd.css.selectors as Identifier)[pseudo.slice(1)]?.__compat
  return compat !== undefined && !isSupported(compat, minimum)
}

/** Functions of values, e.g. `color-mix`, by their name wherever MDN lists them. */
const cssFunctions = new Map<string, CompatStatement>()
function indexFunctions(entries: Identifier) {
  for (const [name, entry] of Object.entries(entries) as [string, Identifier][]) {
    if (name === '__compat') continue
    if (entry.__compat && /^[a-z-]+$/.test(name)) cssFunctions.set(name, entry.__compat)
    indexFunctions(entry)
  }
}
indexFunctions(bcd.css.types!)

/**
 * Returns the pseudo-classes and functions of a style sheet that one of the browsers does not know, without
 * those inside `@supports`, `:is` and `:where`. An unknown pseudo-class drops its rule, an unknown function
 * its declaration.
 */
export function findNewStyles(css: string, minimum: MinimumBrowsers): string[] {
  const unchecked = css
    .replaceAll(/@supports[^{]*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, '')
    .replaceAll(/:(?:is|where)\((?:[^()]|\([^()]*\))*\)/g, '')
  const pseudos = findPseudos(unchecked.replaceAll(/\{[^{}]*\}/g, '{}')).filter((name) =>
    isNewSelector(name, minimum),
  )
  const functions = [...unchecked.matchAll(/([a-z-]+)\(/g)]
    .map(([, name]) => name!)
    .filter((name) => cssFunctions.has(name) && !isSupported(cssFunctions.get(name)!, minimum))
  return [...new Set([...pseudos, ...functions])]
}
