import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { bundle } from '#tests/support/bundle.ts'
import { isDeep } from '#tests/support/deep.ts'
import { type BugOfWriter, bugsOfWriter } from './planted-bugs-of-writer.ts'
import { planted } from './planted-bundle.ts'
import { findsOfWriter, playWriter } from './writer-history.ts'

const seedsOf = (count: number, kind = '') => Array.from({ length: count }, (_, i) => `${kind}${i + 1}`)

describe('the one writer keeps every promise', () => {
	test.each(seedsOf(isDeep ? 1_000 : 10))('W55: while all else fails, from seed %s', async (seed) => {
		expect(await findsOfWriter(seed)).toEqual([])
	})

	test.each(seedsOf(isDeep ? 100 : 3, 'calm '))('while nothing fails, from seed %s', async (seed) => {
		expect(await findsOfWriter(seed)).toEqual([])
	})

	test('and a seed plays the same history each time', async () => {
		const [one, other] = [await playWriter('11'), await playWriter('11')]
		expect(one.calls).toBeGreaterThan(100)
		expect(other.lines).toEqual(one.lines)
	})
})

/** The first four find each planted mistake, the others nearly each again: a change of the writer may move some. */
const searched = ['13', '10', '7', 'calm 1', '12', '6', '34', '15', '3']

describe('a planted mistake of the one writer is found', () => {
	test.each(bugsOfWriter.map((bug) => [bug.name, bug] as const))('%s', async (_, bug) => {
		const play = await playerWith(bug)
		const found = new Set<string>()
		for (const seed of bug.seed ? [bug.seed, ...searched] : searched) {
			for (const { kind } of (await play(seed)).finds) found.add(kind)
			if (found.has(bug.foundBy)) break
		}
		expect([...found]).toContain(bug.foundBy)
	})

	test('and has a name of its own', () => {
		expect(new Set(bugsOfWriter.map(({ name }) => name)).size).toBe(bugsOfWriter.length)
	})
})

/** `playWriter` of a bundle with the mistake in it: it is of this process, and ends by itself. */
async function playerWith(bug: BugOfWriter): Promise<typeof playWriter> {
	const path = join(PROJECT_ROOT, bug.file)
	const contents = planted(readFileSync(path, 'utf8'), bug)
	const plugin: Plugin = {
		name: 'planted-bug',
		setup({ onLoad }) {
			onLoad({ filter: /\.ts$/ }, (loaded) => (loaded.path === path ? { contents, loader: 'ts' } : null))
		},
	}
	const { file, remove } = await bundle('simulation/writer-history.ts', [plugin])
	try {
		return (await import(pathToFileURL(file).href)).playWriter
	} finally {
		remove()
	}
}
