import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { pathsUnder } from './source-tree.ts'

/** A page of ours in Markdown. */
export type Page = { path: string; text: string }

/** What pages speak of: what is in the repository, by kind. */
export type Repository = {
	/** Paths from the root: files, and their folders. */
	paths: readonly string[]
	/** Scripts of package.json. */
	scripts: ReadonlySet<string>
	/** Names of the operator's commands: 'shops import'. */
	opsCommands: readonly string[]
	/** Layers of `npm test`, and projects of vitest. */
	layers: readonly string[]
	/** Programs that `npx` finds after `npm ci`. */
	tools: ReadonlySet<string>
	ruleIds: ReadonlySet<string>
	/** All code, migrations and settings, as one text. */
	code: string
	/** The text of another page, by its path; undefined where there is none. */
	pageAt: (path: string) => string | undefined
}

const named = (page: Page, what: string) => `${page.path} names ${what}`

/** A link to a file, or to a heading, that is not there. */
export function brokenLinks(page: Page, { paths, pageAt }: Repository): string[] {
	return [...page.text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
		if (/^(https?:|mailto:)/.test(target)) return []
		const [file = '', anchor] = target.split('#')
		const path = file === '' ? page.path : normalize(join(dirname(page.path), file)).replace(/\/$/, '')
		if (!paths.includes(path)) return [named(page, target)]
		if (anchor === undefined) return []
		const anchors = headingsOf(pageAt(path) ?? '')
		return anchors.includes(anchor) ? [] : [named(page, target)]
	})
}

/** Headings as GitHub writes them into addresses. */
function headingsOf(text: string): string[] {
	return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.trim()
			.replaceAll(' ', '-'),
	)
}

/** What stands between backticks on one line. */
function quotedIn(text: string): string[] {
	return [...text.matchAll(/`([^`\n]+)`/g)].map(([, quoted = '']) => quoted)
}

const folders =
	/^(app|db|docs|migrations|public|scripts|tests|\.ci|\.github|routes|flows|lists|http|domain|ui|kernel)\//
const fileEnding = /\.(tsx?|sql|md|css|toml|m?js|json|csv|ya?ml)$/

/**
 * A path between backticks that names no file and no folder. `…` and `<context>` stand for any name, an ending may be
 * left out.
 */
export function unknownPaths(page: Page, { paths }: Repository): string[] {
	return quotedIn(page.text)
		.filter(
			(quoted) =>
				!/[\s{(|=]|^([/@#-]|\.server)|:\/\//.test(quoted) &&
				(folders.test(quoted) || fileEnding.test(quoted)),
		)
		.filter((quoted) => {
			const pattern = quoted
				.replace(/^\.\//, '')
				.replace(/\/$/, '')
				.split(/…|<[^>]+>|\*+/)
				.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
				.join('[^/]+')
			const path = new RegExp(`(^|/)${pattern}(\\.server)?(\\.tsx?)?$`)
			return !paths.some((one) => path.test(one))
		})
		.map((quoted) => named(page, quoted))
}

/** A command of `npm` or `npx` that this repository does not have. */
export function unknownCommands(page: Page, repository: Repository): string[] {
	const { scripts, tools, layers, opsCommands, paths } = repository
	const commands = [...page.text.matchAll(/\b(npm|npx) ([^`\n#|]+)/g)]
	return commands.flatMap(([command, program = '', rest = '']) => {
		const words = rest.trim().split(/\s+/)
		const isKnown = program === 'npx' ? isKnownTool(words) : isKnownScript(words)
		return isKnown ? [] : [named(page, command.trim())]
	})

	function isKnownTool([tool = '', ...words]: string[]): boolean {
		if (tool === 'tsx') return paths.includes(words[0] ?? '')
		const project = words.includes('--project') ? words[words.indexOf('--project') + 1] : undefined
		const isLayer = project === undefined || layers.includes(project) || project.startsWith("'")
		const file = words.find((word) => /^tests\/.*\.ts$/.test(word))
		return tools.has(tool) && isLayer && (file === undefined || paths.includes(file))
	}

	function isKnownScript([verb = '', ...words]: string[]): boolean {
		const clean = (word: string) => word.replace(/[.,:;)'’]+$/, '')
		if (clean(verb) === 'test') {
			const [first = ''] = words.map(clean)
			return !/^[a-z][a-z-]+$/.test(first) || layers.includes(first) || isPlainWord(first)
		}
		if (verb !== 'run') return ['ci', 'start', 'install'].includes(clean(verb)) || isPlainWord(verb)
		const script = clean(words[0] ?? '')
		if (!scripts.has(script)) return false
		if (script !== 'ops' || words[1] !== '--' || !/^[a-z]/.test(words[2] ?? '')) return true
		const asked = words.slice(2).map(clean).join(' ')
		return opsCommands.some((name) => asked === name || asked.startsWith(`${name} `))
	}
}

/** 'npm test runs everything' goes on as a sentence. */
function isPlainWord(word: string): boolean {
	return /^(and|runs|passes|fails|takes|finds|until|has|is|does|it|on|they|are|for)$/.test(word)
}

/** An id of a rule that docs/rules.md does not define; a range of all of a letter ends with its last. */
export function unknownRuleIds(page: Page, { ruleIds }: Repository): string[] {
	const ids = [...page.text.matchAll(/(?<![\w#./&-])([RDCIWKPASFBMLO]\d{1,2}[a-d]?)(?![\w-])/g)].map(
		([id]) => id,
	)
	const whole = [...page.text.matchAll(/\bevery \w+ \(([A-Z])1[–-]\1(\d+)\)/g)].flatMap(
		([range, letter, last]) =>
			ruleIds.has(`${letter}${Number(last) + 1}`) ? [`${range}, and there are more`] : [],
	)
	return [...ids.filter((id) => !ruleIds.has(id)), ...whole].map((id) => named(page, id))
}

/** A decision record, by its number, that is not there. */
export function unknownDecisions(page: Page, { paths }: Repository): string[] {
	return [...page.text.matchAll(/\bdecisions? (\d{3}(?:(?:, | and |–)\d{3})*)/gi)]
		.flatMap(([, numbers = '']) => numbers.match(/\d{3}/g) ?? [])
		.filter((number) => !paths.some((path) => path.startsWith(`docs/decisions/${number}-`)))
		.map((number) => named(page, `decision ${number}`))
}

/** A setting, a state or a demo code, by the spelling of constants, that no code has. */
export function unknownConstants(page: Page, { code }: Repository): string[] {
	return quotedIn(page.text)
		.flatMap((quoted) => quoted.match(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/g) ?? [])
		.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))
		.map((name) => named(page, name))
}

/** Names of the glossary's lines that no code has. */
export function unknownNames(glossary: Page, { code }: Repository): string[] {
	return [...glossary.text.matchAll(/^- .*/gm)].flatMap(([line]) =>
		quotedIn(line)
			.flatMap((quoted) => quoted.replaceAll(/<\w+>|…/g, ' ').match(/[A-Za-z_]\w{2,}/g) ?? [])
			.filter((name) => !code.includes(name))
			.map((name) => named(glossary, name)),
	)
}

/** What is not here yet has no place in a document of what is. */
export function plansIn(page: Page): string[] {
	return [
		...page.text.matchAll(/\(to come\)|^To come\b.*|\b(?:is|are) the plan\b|"to come"|\bnot built yet\b/gim),
	].map(([words]) => `${page.path} plans: ${words}`)
}

/** The text of a rule, by its id. */
export function rulesOf(page: string): Map<string, string> {
	const lines = page.matchAll(/^- ([A-Z]\d{1,2}[a-d]?): (.*)$/gm)
	return new Map([...lines].map(([, id = '', rule = '']) => [id, rule]))
}

/** Everything that code cites by comments, names of tests and names of invariants: ids, and ranges of them. */
export function citedRules(texts: Iterable<string>): Set<string> {
	const cited = new Set<string>()
	for (const text of texts) {
		for (const [, letter = '', first = '', , last] of text.matchAll(
			/(?<![\w#./-])([A-Z])(\d{1,2}[a-d]?)(?:[–-]([A-Z]?)(\d{1,2}))?(?!\w)/g,
		)) {
			cited.add(letter + first)
			if (last) for (let n = Number(first); n <= Number(last); n++) cited.add(`${letter}${n}`)
		}
	}
	return cited
}

/** The pages that say what is, and the records of decisions. */
export function readPages(root: string): { pages: Page[]; decisions: Page[] } {
	const at = (path: string): Page => ({ path, text: readFileSync(join(root, path), 'utf8') })
	const markdown = pathsUnder(root, 'docs').filter((path) => path.endsWith('.md'))
	const isDecision = (path: string) => path.startsWith('docs/decisions/')
	return {
		pages: ['README.md', 'CONTRIBUTING.md', 'SECURITY.md']
			.concat(markdown.filter((path) => !isDecision(path)))
			.filter((path) => existsSync(join(root, path)))
			.map(at),
		decisions: markdown.filter(isDecision).map(at),
	}
}
