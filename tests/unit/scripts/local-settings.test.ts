import { describe, expect, it } from 'vitest'
import { isLoopback } from '#app/kernel/loopback.ts'
import { requireExplicitEnvironment } from '#scripts/local/foreign-database.ts'
import { readLocalSettings } from '#scripts/local/local-settings.ts'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'

describe('what npm start is told by the environment', () => {
	it('needs nothing at all', () => {
		const settings = readLocalSettings({})
		expect(settings).toMatchObject({ host: '127.0.0.1', port: 8788, database: undefined })
		expect(settings.dataDir).toBe(`${PROJECT_ROOT}.data`)
		expect(settings.worker.ENVIRONMENT).toBe('development')
	})

	it('treats an empty value as a missing one', () => {
		const settings = readLocalSettings({
			PORT: '',
			HOST: '',
			DATA_DIR: '',
			DATABASE_URL: '',
			COOKIE_KEYS: '',
		})
		expect(settings).toMatchObject({ host: '127.0.0.1', port: 8788, database: undefined })
		expect(settings.worker.COOKIE_KEYS).toBeUndefined()
	})

	it('takes a libSQL server that runs already, with its token', () => {
		const { database } = readLocalSettings({
			DATABASE_URL: 'libsql://shop.example',
			DATABASE_AUTH_TOKEN: 'secret',
		})
		expect(database).toEqual({ url: 'libsql://shop.example', authToken: 'secret' })
	})

	it('hands the Worker its own settings and nothing else of the environment', () => {
		const { worker } = readLocalSettings({ SUPPORT_CONTACT: 'help@shop.example', HOME: '/root' })
		expect(worker.SUPPORT_CONTACT).toBe('help@shop.example')
		expect(worker).not.toHaveProperty('HOME')
	})

	it.each([
		['PORT', '80a'],
		['PORT', '65536'],
		['PORT', '-1'],
		['PORT', '8e3'],
		['DATABASE_URL', 'file:wakati.db'],
		['COOKIE_KEYS', 'short'],
		['ENVIRONMENT', 'staging'],
	])('names %s in one line when it is "%s"', (name, value) => {
		const read = () => readLocalSettings({ [name]: value })
		expect(read).toThrow(StartProblem)
		expect(read).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*$`))
	})
})

describe('a database of another machine', () => {
	it.each([
		['http://127.0.0.1:8080', true],
		['http://localhost:8080', true],
		['http://[::1]:8080', true],
		['libsql://wakati.localhost', true],
		['http://127.0.0.1.example.com', false],
		['http://localhost.example.com', false],
		['http://0.0.0.0:8080', false],
		['http://10.0.0.2:8080', false],
		['libsql://wakati-you.turso.io', false],
	])('%s is of this machine: %s', (address, expected) => {
		expect(isLoopback(new URL(address))).toBe(expected)
	})

	it.each(['production', 'development'])('S4: is served when ENVIRONMENT says %s', (ENVIRONMENT) => {
		const settings = { DATABASE_URL: 'libsql://shop.example' }
		expect(() => requireExplicitEnvironment(readLocalSettings(settings))).toThrow(StartProblem)
		expect(() => requireExplicitEnvironment(readLocalSettings({ ...settings, ENVIRONMENT }))).not.toThrow()
	})
})
