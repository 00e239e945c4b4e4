import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import ts from 'typescript-5'

/** A declaration of a file: a top-level name, `*` for the file alone, a call that `serve` answers, or a property. */
export type Place = { path: string; name: string }

type Module = {
  imports: Map<string, Place>
  declarations: Map<string, ts.Node>
  file: ts.SourceFile
}

/** Lists that are not followed as a whole: a walk names the entry that it takes. */
const lists = ['main/jobs.ts jobHandlers', 'main/mail-kinds.ts mailKinds', 'main/sweeps.ts sweeps']

const modules = new Map<string, Module>()

/**
 * Returns every file that the given places reach by names: the declarations that their code uses, imported or not, and
 * so on. Types reach nothing. `isLeftOut` names the files where following ends and that do not count.
 */
export function followImports(places: Place[], isLeftOut: (path: string) => boolean): Set<string> {
  const [seen, files] = [new Set<string>(), new Set<string>()]
  const waiting = [...places]
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const { path, name } = at
    if (seen.has(`${path} ${name}`) || isLeftOut(path) || !existsSync(path)) continue
    seen.add(`${path} ${name}`)
    files.add(path)
    if (name === '*' || lists.includes(`${path} ${name}`) || !/\.tsx?$/.test(path)) continue
    const module = readModule(path)
    const found = module.declarations.get(name) ?? findWithin(module.file, name)
    if (!found) throw new Error(`${path} declares no ${name}`)
    waiting.push(...usesOf(found, path, module))
  }
  return files
}

function readModule(path: string): Module {
  const known = modules.get(path)
  if (known) return known
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const text = readFileSync(path, 'utf8')
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const module: Module = { imports: new Map(), declarations: new Map(), file }
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) noteImports(statement, path, module.imports)
    else noteDeclarations(statement, module.declarations)
  }
  modules.set(path, module)
  return module
}

/** Returns the path of a file of this project that a source imports. */
function resolve(specifier: ts.Expression, from: string): string | undefined {
  if (!ts.isStringLiteral(specifier)) return undefined
  const { text } = specifier
  if (text.startsWith('#')) return text.slice(1)
  return text.startsWith('.') ? join(dirname(from), text) : undefined
}

function noteImports(statement: ts.ImportDeclaration, from: string, into: Map<string, Place>) {
  const path = resolve(statement.moduleSpecifier, from)
  const clause = statement.importClause
  if (!path || !clause || clause.isTypeOnly) return
  if (clause.name) into.set(clause.name.text, { path, name: 'default' })
  const bindings = clause.namedBindings
  if (bindings && ts.isNamespaceImport(bindings)) into.set(bindings.name.text, { path, name: '*' })
  if (!bindings || !ts.isNamedImports(bindings)) return
  for (const { name, propertyName, isTypeOnly } of bindings.elements) {
    if (!isTypeOnly) into.set(name.text, { path, name: (propertyName ?? name).text })
  }
}

function noteDeclarations(statement: ts.Statement, into: Map<string, ts.Node>) {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    if (statement.name) into.set(statement.name.text, statement)
    const isDefault = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
    if (isDefault) into.set('default', statement)
  }
  if (ts.isExportAssignment(statement)) into.set('default', statement)
  if (!ts.isVariableStatement(statement)) return
  for (const declaration of statement.declarationList.declarations) {
    for (const name of namesIn(declaration.name)) into.set(name, declaration)
  }
}

function namesIn(binding: ts.BindingName): string[] {
  if (ts.isIdentifier(binding)) return [binding.text]
  return binding.elements.flatMap((each) =>
    ts.isOmittedExpression(each) ? [] : namesIn(each.name),
  )
}

/** Finds `serve(app, contract.name, …)`, or else the property or method of that name. */
function findWithin(file: ts.SourceFile, name: string): ts.Node | undefined {
  const found: ts.Node[] = []
  const visit = (node: ts.Node) => {
    const endpoint = ts.isCallExpression(node) ? node.arguments[1] : undefined
    if (endpoint && /^(?:\w+\.)?(\w+)$/.exec(endpoint.getText())?.[1] === name) found.unshift(node)
    const isMember = ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)
    if (isMember && !ts.isComputedPropertyName(node.name) && node.name.text === name) {
      found.push(node)
    }
    const first = ts.isArrayLiteralExpression(node) ? node.elements[0] : undefined
    if (first && ts.isStringLiteral(first) && first.text === name) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found[0]
}

function usesOf(declaration: ts.Node, path: string, { imports, declarations }: Module): Place[] {
  const uses: Place[] = []
  const around = declarationsAround(declaration)
  const visit = (node: ts.Node) => {
    if (ts.isTypeNode(node)) return
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const loaded = resolve(node.arguments[0]!, path)
      if (loaded) uses.push({ path: loaded, name: 'default' })
    }
    if (ts.isIdentifier(node) && isUse(node)) {
      const imported = imports.get(node.text)
      if (imported) uses.push(memberOf(imported, node))
      else if (declarations.has(node.text)) uses.push({ path, name: node.text })
      const local = around.get(node.text)
      around.delete(node.text)
      if (local) visit(local)
    }
    ts.forEachChild(node, visit)
  }
  visit(declaration)
  return uses
}

/** Returns what the function around a call of `serve` declares, such as the context of its handlers. */
function declarationsAround(node: ts.Node): Map<string, ts.Node> {
  const around = new Map<string, ts.Node>()
  const block = ts.findAncestor(node.parent, ts.isBlock)
  for (const statement of block?.statements ?? []) noteDeclarations(statement, around)
  return around
}

/** Leaves out names of properties, which mean nothing in the file itself. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name !== node
  if (ts.isJsxAttribute(parent)) return parent.name !== node
  return (
    !(ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) || parent.name !== node
  )
}

/** Of `import * as name`, the member that is used. */
function memberOf(imported: Place, node: ts.Identifier): Place {
  const { parent } = node
  if (imported.name !== '*' || !ts.isPropertyAccessExpression(parent)) return imported
  return { path: imported.path, name: parent.name.text }
}
