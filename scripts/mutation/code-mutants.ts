import ts from 'typescript'
import type { Mutant, MutantKind } from './mutant.ts'
import { SLOT, sqlEdits } from './sql-mutants.ts'

type Found = Omit<Mutant, 'id' | 'path' | 'line'>
type Kinds = Record<string, [MutantKind, string]>

const OPERATORS: Kinds = {
	'<': ['bound moved', '<='],
	'<=': ['bound moved', '<'],
	'>': ['bound moved', '>='],
	'>=': ['bound moved', '>'],
	'===': ['condition turned', '!=='],
	'!==': ['condition turned', '==='],
	'&&': ['and for or', '||'],
	'||': ['and for or', '&&'],
}

/** The builder's functions, with what `mutantBuilder` has in their place. */
const BUILDER: Kinds = {
	eq: ['condition turned', 'ne'],
	ne: ['condition turned', 'eq'],
	gt: ['bound moved', 'gte'],
	gte: ['bound moved', 'gt'],
	lt: ['bound moved', 'lte'],
	lte: ['bound moved', 'lt'],
	isNull: ['condition turned', 'isNotNull'],
	isNotNull: ['condition turned', 'isNull'],
	exists: ['condition turned', 'notExists'],
	notExists: ['condition turned', 'exists'],
	inArray: ['condition turned', 'notInArray'],
	and: ['and for or', 'or'],
	or: ['and for or', 'and'],
	desc: ['order turned', 'asc'],
}

/** Neither a line in the log nor the text of an error decides anything. */
const SAYS = /^(console\.|.*\blog\b|.*[lL]og$)/

/** All mutants of a file, in the order of their places. */
export function codeMutants(file: ts.SourceFile, checker: ts.TypeChecker): Omit<Mutant, 'id' | 'path'>[] {
	const found: Found[] = []
	walk(file)
	return found
		.toSorted((one, other) => one.start - other.start || one.end - other.end)
		.map((mutant) => ({ ...mutant, line: file.getLineAndCharacterOfPosition(mutant.start).line + 1 }))

	function walk(node: ts.Node): void {
		if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node)) return
		// What is drawn is seen by the browser tests.
		if (ts.isJsxElement(node) || ts.isJsxFragment(node) || ts.isJsxSelfClosingElement(node)) return
		if (ts.isCallExpression(node) && SAYS.test(node.expression.getText(file))) return
		if (ts.isThrowStatement(node) || ts.isNewExpression(node)) return
		if (ts.isFunctionDeclaration(node) && node.name && /^([A-Z]|meta$|links$)/.test(node.name.text)) return
		// A part of a chain with `?.` cannot stand in brackets.
		if (!(node.flags & ts.NodeFlags.OptionalChain)) mutate(node)
		ts.forEachChild(node, walk)
	}

	function mutate(node: ts.Node): void {
		if (ts.isBinaryExpression(node)) mutateBinary(node)
		else if (ts.isIfStatement(node)) mutateIf(node)
		else if (ts.isConditionalExpression(node)) turn(node.condition)
		else if (ts.isExpressionStatement(node)) mutateStatement(node)
		else if (ts.isArrayLiteralExpression(node)) mutateArray(node)
		else if (ts.isPropertyAssignment(node)) mutateProperty(node)
		else if (ts.isCallExpression(node)) mutateCall(node)
		else if (ts.isTaggedTemplateExpression(node)) mutateSql(node)
		else if (ts.isVariableDeclaration(node)) mutateConstant(node)
	}

	function mutateBinary(node: ts.BinaryExpression): void {
		const { left, right, operatorToken } = node
		const operator = operatorToken.getText(file)
		const turned = OPERATORS[operator]
		if (turned) add(node, turned[0], `${text(left)} ${turned[1]} ${text(right)}`)
		else if (operator === '??') add(node, 'default dropped', text(left))
		else if ((operator === '+' || operator === '-') && isNumber(left) && isNumber(right))
			add(node, 'sum turned', `${text(left)} ${operator === '+' ? '-' : '+'} ${text(right)}`)
		else if (operator === '*' && ts.isNumericLiteral(left) && /_MS$/.test(text(right)))
			add(left, 'constant moved', String(Number(left.text) + 1))
	}

	function mutateIf(node: ts.IfStatement): void {
		const { expression, thenStatement } = node
		const first = ts.isBlock(thenStatement) ? thenStatement.statements[0] : thenStatement
		const isGuard = first && (ts.isReturnStatement(first) || ts.isThrowStatement(first))
		add(expression, isGuard ? 'guard removed' : 'condition dropped', 'false')
		if (!(ts.isBinaryExpression(expression) && /[=<>]/.test(expression.operatorToken.getText(file))))
			turn(expression)
	}

	function turn(condition: ts.Expression): void {
		if (ts.isBinaryExpression(condition) && OPERATORS[condition.operatorToken.getText(file)]) return
		add(condition, 'condition turned', `!(${text(condition)})`)
	}

	function mutateStatement(node: ts.ExpressionStatement): void {
		const expression = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression
		if (ts.isCallExpression(expression) && SAYS.test(text(expression.expression))) return
		const isAssignment = ts.isBinaryExpression(expression) && /=$/.test(text(expression.operatorToken))
		if (isAssignment || ts.isStringLiteral(expression)) return
		found.push({ ...place(node), kind: 'call left out', replacement: '', form: 'statement' })
	}

	function mutateArray(node: ts.ArrayLiteralExpression): void {
		for (const element of node.elements) {
			if (ts.isSpreadElement(element)) {
				if (isStatements(element.expression))
					found.push({
						...place(element.expression),
						kind: 'statement left out',
						replacement: '[]',
						form: 'expression',
					})
			} else if (isStatement(element)) {
				found.push({ ...place(element), kind: 'statement left out', replacement: '', form: 'element' })
			}
		}
	}

	function mutateProperty({ name, initializer }: ts.PropertyAssignment): void {
		if (name.getText(file) === 'followUp') add(initializer, 'statement left out', 'undefined')
		else if (isStatement(initializer) || isStatements(initializer)) {
			if (!ts.isArrayLiteralExpression(initializer)) add(initializer, 'statement left out', '[]')
		} else if (initializer.kind === ts.SyntaxKind.TrueKeyword) add(initializer, 'flag turned', 'false')
		else if (initializer.kind === ts.SyntaxKind.FalseKeyword) add(initializer, 'flag turned', 'true')
	}

	function mutateCall(node: ts.CallExpression): void {
		const { expression } = node
		if (ts.isIdentifier(expression)) {
			const turned = BUILDER[expression.text]
			if (!turned || !isOfBuilder(expression)) return
			if (!(/^(and|or)$/.test(expression.text) && node.arguments.length < 2))
				add(expression, turned[0], `mutantBuilder.${turned[1]}`)
			if (expression.text === 'and' && node.arguments.length > 1)
				for (const condition of node.arguments)
					if (!ts.isSpreadElement(condition)) add(condition, 'condition dropped', 'undefined')
			return
		}
		if (ts.isPropertyAccessExpression(expression)) {
			const name = expression.name.text
			if (name === 'filter' && node.arguments.length === 1)
				add(node, 'filter left out', `${text(expression.expression)}.slice()`)
			if (name === 'some' || name === 'every') turnQuantifier(expression)
			if (text(expression) === 'Math.min' || text(expression) === 'Math.max')
				add(expression, 'bound moved', name === 'min' ? 'Math.max' : 'Math.min')
		}
		for (const argument of node.arguments)
			if (/(^|\.)(timeZone|DEFAULT_ZONE)$/.test(text(argument))) add(argument, 'zone changed', "'UTC'")
	}

	function turnQuantifier({ expression, name, end }: ts.PropertyAccessExpression): void {
		const replacement = name.text === 'some' ? "'every'" : "'some'"
		found.push({ start: expression.end, end, kind: 'and for or', replacement, form: 'property' })
	}

	/** Every edit of a `sql` template, which is written out anew with the edit in it. */
	function mutateSql(node: ts.TaggedTemplateExpression): void {
		if (text(node.tag) !== 'sql') return
		const { template } = node
		const spans = ts.isTemplateExpression(template) ? template.templateSpans : []
		const raw = (piece: ts.Node, cutEnd: number) => text(piece).slice(1, -cutEnd)
		const sql = ts.isTemplateExpression(template)
			? raw(template.head, 2) +
				template.templateSpans
					.map(({ literal }, at) => SLOT + raw(literal, at === template.templateSpans.length - 1 ? 1 : 2))
					.join('')
			: raw(template, 1)
		for (const { kind, start, end, text: words } of sqlEdits(sql)) {
			const slots = spans.map(({ expression }) => text(expression))
			const isCut = (at: number) => at >= start && at < end
			let slot = 0
			let edited = ''
			for (let at = 0; at < sql.length; at += 1) {
				if (at === start) edited += words
				const isSlot = sql[at] === SLOT
				if (!isCut(at)) edited += isSlot ? `\${${slots[slot]}}` : sql[at]
				if (isSlot) slot += 1
			}
			const type = node.typeArguments ? `<${node.typeArguments.map(text).join(', ')}>` : ''
			add(node, kind, `sql${type}\`${edited}\``)
		}
	}

	function mutateConstant({ name, initializer }: ts.VariableDeclaration): void {
		if (!initializer || !ts.isNumericLiteral(initializer) || !/^[A-Z_\d]+$/.test(name.getText(file))) return
		add(initializer, 'constant moved', String(Number(initializer.text.replaceAll('_', '')) + 1))
	}

	function add(node: ts.Node, kind: MutantKind, replacement: string): void {
		found.push({ ...place(node), kind, replacement, form: 'expression' })
	}

	function place(node: ts.Node) {
		return { start: node.getStart(file), end: node.end }
	}

	function text(node: ts.Node): string {
		return node.getText(file)
	}

	function isNumber(node: ts.Expression): boolean {
		return (checker.getTypeAtLocation(node).flags & ts.TypeFlags.NumberLike) !== 0
	}

	function isOfBuilder(name: ts.Identifier): boolean {
		const declared = checker.getSymbolAtLocation(name)?.declarations?.[0]
		return (
			declared !== undefined &&
			ts.isImportSpecifier(declared) &&
			text(declared.parent.parent.parent).includes('drizzle-orm')
		)
	}

	function isStatement(node: ts.Expression): boolean {
		return isStatementType(checker.getTypeAtLocation(node))
	}

	function isStatements(node: ts.Expression): boolean {
		const type = checker.getTypeAtLocation(node)
		const element = checker.isArrayLikeType(type)
			? checker.getIndexTypeOfType(type, ts.IndexKind.Number)
			: undefined
		return element !== undefined && isStatementType(element)
	}

	function isStatementType(type: ts.Type): boolean {
		return ['sql', 'args', 'map'].every((name) => type.getProperty(name) !== undefined)
	}
}
