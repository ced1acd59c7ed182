import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { readPages } from './documents.ts'
import { readComments } from './source-tree.ts'
import { bannedInProse, bannedProse } from './vocabulary.ts'

describe('comments and documents have the words of the glossary', () => {
	test('in this house', () => {
		const comments = readComments(PROJECT_ROOT).filter(({ path }) => !path.startsWith('tests/'))
		const { pages, decisions } = readPages(PROJECT_ROOT)
		expect(comments.length).toBeGreaterThan(2_000)
		expect(bannedProse([...comments, ...pages, ...decisions])).toEqual([])
	})

	test.each(bannedInProse)('and $breach is found', ({ use, breach }) => {
		const comment = { path: 'app/a.ts', line: 7, text: `/** ${breach} */` }
		const page = { path: 'docs/a.md', text: `# A page\n\n${breach}` }
		expect(bannedProse([comment, page])).toEqual([
			expect.stringMatching(new RegExp(`^app/a\\.ts:7 says '.+': ${use}$`)),
			expect.stringMatching(new RegExp(`^docs/a\\.md says '.+': ${use}$`)),
		])
	})

	test('a sentence is read across lines, and a quoted value is none', () => {
		const found = (text: string) => bannedProse([{ path: 'app/a.ts', line: 1, text }])
		expect(found('/**\n * Cashback is taken\n * back.\n */')).toHaveLength(1)
		expect(found("// The cookie 'wish', in the column `occasion`, of the customer's.")).toEqual([])
	})
})
