import ts from 'typescript'

export type Import = {
	/** As a path from the project's root ('db/client.server.ts') for a file of ours, else the package's own name. */
	target: string
	isOurs: boolean
	/** Gone after compiling, so it carries nothing into a bundle. */
	isTypeOnly: boolean
	/** What it takes by name, types aside. */
	names: string[]
	/** The types that it takes by name. */
	types: string[]
}

/** What the rules need to know of a file. */
export type SourceFile = {
	path: string
	/** As it stands. */
	text: string
	imports: Import[]
	/** Every string, every fixed piece of a template, and text in JSX. */
	strings: string[]
	/** Keys of its object literals, which a program holds as well. */
	keys: string[]
	/** Uses of the clock, of chance, of the environment, and awaits, as they are written. */
	impurities: string[]
	/** What is called under an await: a member as '.ask', else by its bare name. */
	awaits: string[]
	/** Functions that are members of an object, as a repository's are. */
	methods: string[]
	/** Tables that it defines: `export const holds = sqliteTable('holds', …)`. */
	tables: { variable: string; name: string }[]
	/** Tables that its SQL, by hand or by builder, inserts into, updates or deletes from; by SQL name or variable. */
	writes: string[]
	/** Calls that word the day of an end, as they are written. */
	dayOfEnds: string[]
	/** Free texts that it reads from outside by itself, and marks that it cleans away by itself, as they are written. */
	textsFromOutside: string[]
	/** Names of the members that it calls, such as statements of a repository, in order. */
	calls: string[]
	/** Its own functions and constants, with what each calls in order: 'ask' by its bare name, '.ask' as a member. */
	functions: { name: string; isExported: boolean; asks: string[] }[]
	/** The names that it exports where it makes them: neither its default, nor what it passes on. */
	exports: string[]
	/** What updates tables, by variable or by SQL name, with the words by which it refuses its batch. */
	updates: { name: string; isStatement: boolean; tables: string[]; refuses: string[]; calls: string[] }[]
	/** The names that it gives: variables, parameters, functions, types, their members; not keys of object literals. */
	declares: string[]
	/** It does nothing but pass on what other files export. */
	isBarrel: boolean
}

const impureNames = [
	'Date.now',
	'Math.random',
	'performance.now',
	'crypto.getRandomValues',
	'crypto.randomUUID',
	'crypto.subtle.generateKey',
	'process.env',
]

/** Reads a source file; `imports` of package.json (`{ '#app/*': './app/*' }`) says what our own names mean. */
export function readSourceFile(path: string, text: string, importMap: Record<string, string>): SourceFile {
	const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
	const file: SourceFile = {
		path,
		text,
		imports: [],
		strings: [],
		keys: [],
		impurities: [],
		awaits: [],
		methods: [],
		tables: [],
		writes: [],
		dayOfEnds: [],
		textsFromOutside: [],
		calls: [],
		functions: tree.statements.flatMap(functionsOf),
		exports: tree.statements.flatMap(exportedBy),
		updates: [],
		declares: [],
		isBarrel: isBarrel(tree),
	}

	function addImport(
		specifier: ts.Node | undefined,
		isTypeOnly: boolean,
		names: string[] = [],
		types: string[] = [],
	) {
		if (!specifier || !ts.isStringLiteralLike(specifier)) return
		file.imports.push({ ...resolveImport(path, specifier.text, importMap), isTypeOnly, names, types })
	}

	function walk(node: ts.Node) {
		// Half of all nodes, of which none of the questions below is asked.
		if (node.kind === ts.SyntaxKind.Identifier) return
		if (ts.isJsxText(node)) file.strings.push(node.text)
		if (ts.isImportDeclaration(node))
			return addImport(node.moduleSpecifier, isTypeOnlyImport(node), ...namesOf(node))
		if (ts.isExportDeclaration(node))
			return addImport(node.moduleSpecifier, node.isTypeOnly, namesPassedOn(node))
		if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
			addImport(node.argument.literal, true)
		if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
			addImport(node.arguments[0], false)
		if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
			file.strings.push(node.text)
		if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) file.keys.push(node.name.text)
		if (ts.isAwaitExpression(node)) file.awaits.push(...asksOf(node.expression))
		if (isMethod(node)) file.methods.push(node.name.getText())
		file.tables.push(...tablesOf(node))
		file.writes.push(...writesOf(node))
		file.calls.push(...memberCalled(node))
		file.updates.push(...updatesOf(node))
		if (isTextFromOutside(node)) file.textsFromOutside.push(node.getText().replace(/\s+/g, ''))
		if (isDayOfEnd(node)) file.dayOfEnds.push(node.getText())
		file.declares.push(...declaredBy(node))
		const impurity = impurityOf(node)
		if (impurity) file.impurities.push(impurity)
		ts.forEachChild(node, walk)
	}
	walk(tree)
	return file
}

const declarations: readonly ((node: ts.Node) => node is ts.NamedDeclaration)[] = [
	ts.isVariableDeclaration,
	ts.isParameter,
	ts.isBindingElement,
	ts.isFunctionDeclaration,
	ts.isClassDeclaration,
	ts.isTypeAliasDeclaration,
	ts.isInterfaceDeclaration,
	ts.isPropertySignature,
	ts.isMethodSignature,
	ts.isPropertyDeclaration,
	ts.isMethodDeclaration,
]

function declaredBy(node: ts.Node): string[] {
	const declaration = declarations.some((isOne) => isOne(node)) ? (node as ts.NamedDeclaration) : null
	return declaration?.name && ts.isIdentifier(declaration.name) ? [declaration.name.text] : []
}

function exportedBy(node: ts.Statement): string[] {
	if (!hasModifier(node, ts.SyntaxKind.ExportKeyword) || hasModifier(node, ts.SyntaxKind.DefaultKeyword))
		return []
	return madeBy(node).flatMap(declaredBy)
}

function functionsOf(node: ts.Statement): SourceFile['functions'] {
	const isExported = hasModifier(node, ts.SyntaxKind.ExportKeyword)
	return madeBy(node)
		.filter((one) => ts.isFunctionDeclaration(one) || ts.isVariableDeclaration(one))
		.map((one) => ({ name: one.name?.getText() ?? '', isExported, asks: asksOf(one) }))
}

function madeBy(node: ts.Statement): ts.Node[] {
	return ts.isVariableStatement(node) ? [...node.declarationList.declarations] : [node]
}

function hasModifier(node: ts.Statement, wanted: ts.SyntaxKind): boolean {
	const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : []
	return modifiers.some(({ kind }) => kind === wanted)
}

function asksOf(node: ts.Node): string[] {
	const own =
		ts.isCallExpression(node) && ts.isIdentifier(node.expression)
			? [node.expression.text]
			: memberCalled(node).map((name) => `.${name}`)
	const inner: string[] = []
	ts.forEachChild(node, (child) => {
		inner.push(...asksOf(child))
	})
	return [...own, ...inner]
}

function isTypeOnlyImport({ importClause }: ts.ImportDeclaration): boolean {
	if (!importClause) return false
	if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
	const { name, namedBindings } = importClause
	if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false
	return namedBindings.elements.length > 0 && namedBindings.elements.every((element) => element.isTypeOnly)
}

function namesPassedOn({ exportClause }: ts.ExportDeclaration): string[] {
	if (!exportClause || !ts.isNamedExports(exportClause)) return []
	return exportClause.elements.map(({ propertyName, name }) => (propertyName ?? name).text)
}

/** What it takes by name, and the types that it takes by name. */
function namesOf({ importClause }: ts.ImportDeclaration): [names: string[], types: string[]] {
	const bindings = importClause?.namedBindings
	if (!bindings || !ts.isNamedImports(bindings)) return [[], []]
	const isType = (element: ts.ImportSpecifier) =>
		element.isTypeOnly || importClause.phaseModifier === ts.SyntaxKind.TypeKeyword
	const nameOf = ({ propertyName, name }: ts.ImportSpecifier) => (propertyName ?? name).text
	return [
		bindings.elements.filter((element) => !element.isTypeOnly).map(nameOf),
		bindings.elements.filter(isType).map(nameOf),
	]
}

function impurityOf(node: ts.Node): string | undefined {
	if (ts.isAwaitExpression(node)) return 'await'
	// Written out, it is the same: `globalThis.Date.now`.
	if (ts.isPropertyAccessExpression(node))
		return impureNames.find((name) => name === node.getText().replace(/^(globalThis|self|window)\./, ''))
	const isDate =
		(ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'Date'
	// `new Date(at)` only converts; without an argument, or without `new`, it reads the clock.
	return isDate && (ts.isCallExpression(node) || !node.arguments?.length) ? 'new Date()' : undefined
}

/** `dateLabel(civilAt(zone, endsAt).date)`, `day(expiresAt)`: each call that words a day, with an end as argument. */
function isDayOfEnd(node: ts.Node): boolean {
	if (!ts.isCallExpression(node)) return false
	const called = node.expression.getText().split('.').at(-1) ?? ''
	if (!/(date|day|month|year)(label)?(at|of)?$/i.test(called) || /^(is|last)|time|starts/i.test(called))
		return false
	return node.arguments.some((argument) => /(ends|expires)At\b/i.test(argument.getText()))
}

/** `z.string()` that no pattern closes, `z.email()`, and a pattern of halves of characters or of invisible marks. */
function isTextFromOutside(node: ts.Node): boolean {
	if (ts.isRegularExpressionLiteral(node)) return /\\p\{C[fs]\}|\\u(202[a-e]|206[6-9])/i.test(node.text)
	if (!ts.isCallExpression(node)) return false
	const called = node.expression.getText().replace(/\s+/g, '')
	return called === 'z.email' || (called === 'z.string' && !membersAfter(node).includes('regex'))
}

/** The members of a chain after this call: of `z.string().max(3)` they are 'max'. */
function membersAfter({ parent }: ts.Node): string[] {
	if (!ts.isPropertyAccessExpression(parent)) return []
	return [parent.name.text, ...membersAfter(parent.parent)]
}

function tablesOf(node: ts.Node): SourceFile['tables'] {
	if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return []
	const made = node.initializer
	if (!made || !ts.isCallExpression(made) || made.expression.getText() !== 'sqliteTable') return []
	const [name] = made.arguments
	return name && ts.isStringLiteralLike(name) ? [{ variable: node.name.text, name: name.text }] : []
}

const writing = /\b(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+/i
const writingNamed = new RegExp(`${writing.source}(?!SET\\b)"?(\\w+)`, 'gi')
const writingAtEnd = new RegExp(`${writing.source}$`, 'i')

/** `UPDATE holds SET`, `build.update(holds)` and `updateWhere(holds`. 'DO UPDATE SET' names no table. */
function writesOf(node: ts.Node): string[] {
	if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
		return [...node.text.matchAll(writingNamed)].map((found) => found[1] ?? '')
	}
	if (ts.isTemplateExpression(node)) {
		const pieces = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)]
		return node.templateSpans.flatMap(({ expression }, i) =>
			writingAtEnd.test(pieces[i] ?? '') ? [expression.getText()] : [],
		)
	}
	if (!ts.isCallExpression(node)) return []
	const [table] = node.arguments
	if (
		/^(insertFrom|insertRow|insertNewRow|upsertRow|updateWhere|deleteWhere)$/.test(node.expression.getText())
	)
		return table ? [table.getText()] : []
	if (!ts.isPropertyAccessExpression(node.expression)) return []
	const isBuilt =
		/^(insert|update|delete)$/.test(node.expression.name.text) &&
		/\bbuild$/.test(node.expression.expression.getText())
	return isBuilt && table ? [table.getText()] : []
}

function memberCalled(node: ts.Node): string[] {
	const isMember = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
	return isMember ? [node.expression.name.text] : []
}

/** `updateWhere(holds`, `build.update(holds)` and `UPDATE holds SET`; 'DO UPDATE SET' names no table. */
const updated =
	/(?:\.update\(\s*|\bupdateWhere\(\s*|\bUPDATE\s+(?:OR \w+\s+)?(?:\$\{|(?="?\w+"?\s+(?:AS \w+\s+)?SET\b)"?))(\w+)/g

function isMethod(node: ts.Node): node is ts.PropertyAssignment | ts.MethodDeclaration {
	return (
		ts.isMethodDeclaration(node) || (ts.isPropertyAssignment(node) && ts.isArrowFunction(node.initializer))
	)
}

/** A statement of a repository is a member of an object; a function or constant of the file helps to make them. */
function updatesOf(node: ts.Node): SourceFile['updates'] {
	const isStatement = isMethod(node)
	const isOfFile = ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent)
	if (!(isStatement || isOfFile || ts.isFunctionDeclaration(node)) || !node.name) return []
	const text = node.getText()
	const tables = [...text.matchAll(updated)].map(([, table = '']) => table)
	if (tables.length === 0) return []
	const refuses = [...text.matchAll(/refuseWhen\(\s*'(\w+)'/g)].map(([, word = '']) => word)
	const calls = [...text.matchAll(/\b(\w+)\(/g)].map(([, name = '']) => name)
	return [{ name: node.name.getText(), isStatement, tables, refuses, calls }]
}

function isBarrel({ statements }: ts.SourceFile): boolean {
	return (
		statements.length > 0 && statements.every((one) => ts.isExportDeclaration(one) && one.moduleSpecifier)
	)
}

function resolveImport(
	from: string,
	specifier: string,
	importMap: Record<string, string>,
): Pick<Import, 'target' | 'isOurs'> {
	const bare = specifier.replace(/\?.*$/, '')
	if (bare.startsWith('.')) {
		return { target: new URL(bare, `file:///${from}`).pathname.slice(1), isOurs: true }
	}
	for (const [pattern, place] of Object.entries(importMap)) {
		const prefix = pattern.replace('*', '')
		if (bare.startsWith(prefix)) {
			return { target: place.replace('./', '').replace('*', bare.slice(prefix.length)), isOurs: true }
		}
	}
	const parts = bare.split('/')
	return { target: parts.slice(0, bare.startsWith('@') ? 2 : 1).join('/'), isOurs: false }
}
