import ts from 'typescript'

export type Import = {
	/** As a path from the project's root ('db/client.server.ts') for a file of ours, else the package's own name. */
	target: string
	isOurs: boolean
	/** Gone after compiling, so it carries nothing into a bundle. */
	isTypeOnly: boolean
	/** What it takes by name, types aside. */
	names: string[]
}

/** What the rules need to know of a file. */
export type SourceFile = {
	path: string
	imports: Import[]
	/** Every string and every fixed piece of a template. */
	strings: string[]
	/** Uses of the clock, of chance, of the environment, and awaits, as they are written. */
	impurities: string[]
	/** It does nothing but pass on what other files export. */
	isBarrel: boolean
}

const impureNames = [
	'Date.now',
	'Math.random',
	'performance.now',
	'crypto.getRandomValues',
	'crypto.randomUUID',
	'process.env',
]

/** Reads a source file; `imports` of package.json (`{ '#app/*': './app/*' }`) says what our own names mean. */
export function readSourceFile(path: string, text: string, importMap: Record<string, string>): SourceFile {
	const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
	const file: SourceFile = { path, imports: [], strings: [], impurities: [], isBarrel: isBarrel(tree) }

	function addImport(specifier: ts.Node | undefined, isTypeOnly: boolean, names: string[] = []) {
		if (!specifier || !ts.isStringLiteralLike(specifier)) return
		file.imports.push({ ...resolveImport(path, specifier.text, importMap), isTypeOnly, names })
	}

	function visit(node: ts.Node) {
		if (ts.isImportDeclaration(node))
			return addImport(node.moduleSpecifier, isTypeOnlyImport(node), namesOf(node))
		if (ts.isExportDeclaration(node)) return addImport(node.moduleSpecifier, node.isTypeOnly)
		if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
			addImport(node.argument.literal, true)
		if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
			addImport(node.arguments[0], false)
		if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
			file.strings.push(node.text)
		const impurity = impurityOf(node)
		if (impurity) file.impurities.push(impurity)
		ts.forEachChild(node, visit)
	}
	visit(tree)
	return file
}

function isTypeOnlyImport({ importClause }: ts.ImportDeclaration): boolean {
	if (!importClause) return false
	if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
	const { name, namedBindings } = importClause
	if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false
	return namedBindings.elements.length > 0 && namedBindings.elements.every((element) => element.isTypeOnly)
}

function namesOf({ importClause }: ts.ImportDeclaration): string[] {
	const bindings = importClause?.namedBindings
	if (!bindings || !ts.isNamedImports(bindings)) return []
	return bindings.elements
		.filter((element) => !element.isTypeOnly)
		.map(({ propertyName, name }) => (propertyName ?? name).text)
}

function impurityOf(node: ts.Node): string | undefined {
	if (ts.isAwaitExpression(node)) return 'await'
	if (ts.isPropertyAccessExpression(node)) return impureNames.find((name) => name === node.getText())
	const isDate =
		(ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'Date'
	// `new Date(at)` only converts; without an argument, or without `new`, it reads the clock.
	return isDate && (ts.isCallExpression(node) || !node.arguments?.length) ? 'new Date()' : undefined
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
