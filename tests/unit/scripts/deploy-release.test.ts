import { expect, test } from 'vitest'
import { addressProblems, type DeployConfig, readDeployConfig } from '#scripts/local/deploy-address.ts'
import { deployRelease } from '#scripts/local/deploy-release.ts'

const configOf = (change: Partial<DeployConfig>): DeployConfig => ({
	routes: [{ pattern: 'wakati.example', custom_domain: true }],
	workers_dev: false,
	vars: { APP_ORIGIN: 'https://wakati.example' },
	...change,
})
const found = (change: Partial<DeployConfig>) =>
	addressProblems(configOf(change)).map(({ name, state }) => `${name} ${state}`)

test('O2: a deploy without a route, or with another host than its links, is named', () => {
	expect(found({})).toEqual([])
	expect(found({ routes: ['wakati.example/*'] })).toEqual([])
	expect(found({ routes: [] })).toEqual(['routes missing', 'APP_ORIGIN malformed'])
	expect(found({ vars: {} })).toEqual(['APP_ORIGIN missing'])
	expect(found({ vars: { APP_ORIGIN: 'https://other.example' } })).toEqual(['APP_ORIGIN malformed'])
	const ofWorkers = { routes: [], workers_dev: true }
	expect(found({ ...ofWorkers, vars: { APP_ORIGIN: 'https://wakati-staging.you.workers.dev' } })).toEqual([])
})

test('O2: staging does not take the route of production', () => {
	expect(readDeployConfig('staging').routes ?? []).toEqual([])
})

function toolsOf({ failing = '', statuses = [200] as (number | null)[] } = {}) {
	const done: string[] = []
	return {
		done,
		tools: {
			run: async (command: string, args: readonly string[]) => {
				done.push([command, ...args].join(' '))
				return failing === '' || !done.at(-1)?.includes(failing)
			},
			statusOf: async (url: string) => {
				done.push(url)
				return statuses.length > 1 ? (statuses.shift() ?? null) : (statuses[0] ?? null)
			},
			wait: async () => {},
			say: () => {},
		},
	}
}
const asked = { target: 'production', config: configOf({}), databaseUrl: 'libsql://wakati.turso.io' } as const

test('O2: a deploy migrates, builds, deploys and waits until the release is ready', async () => {
	const { done, tools } = toolsOf({ statuses: [null, 503, 200] })
	await deployRelease(tools, asked)
	const readyz = 'https://wakati.example/readyz'
	expect(done).toEqual([
		'npm run db:migrate',
		'npm run build',
		'npx wrangler deploy --env ',
		...[readyz, readyz, readyz],
	])
})

test('O2: staging is deployed in the same steps, to an address of its own', async () => {
	const { done, tools } = toolsOf()
	const config = configOf({
		routes: [],
		workers_dev: true,
		vars: { APP_ORIGIN: 'https://wakati-staging.you.workers.dev' },
	})
	await deployRelease(tools, { ...asked, target: 'staging', config })
	expect(done).toEqual([
		'npm run db:migrate',
		'npm run build',
		'npx wrangler deploy --env staging',
		'https://wakati-staging.you.workers.dev/readyz',
	])
})

test('O2: a deploy stops at what fails, and begins with no address and no database', async () => {
	const failed = toolsOf({ failing: 'build' })
	await expect(deployRelease(failed.tools, asked)).rejects.toThrow('The build failed')
	expect(failed.done.at(-1)).toBe('npm run build')
	const never = toolsOf({ statuses: [503] })
	await expect(deployRelease(never.tools, asked)).rejects.toThrow('wrangler rollback')
	const nothing = toolsOf()
	await expect(deployRelease(nothing.tools, { ...asked, config: configOf({ routes: [] }) })).rejects.toThrow(
		'names no address',
	)
	await expect(deployRelease(nothing.tools, { ...asked, databaseUrl: undefined })).rejects.toThrow(
		'DATABASE_URL',
	)
	expect(nothing.done).toEqual([])
})
