import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { errorLine, writeInfo, writeLog } from '#app/http/write-log.ts'

afterEach(() => vi.restoreAllMocks())

test('S10: a line is JSON with its fields, and an alert has a field of its own and keeps its word', () => {
	const [error, info] = (['error', 'info'] as const).map((level) =>
		vi.spyOn(console, level).mockImplementation(() => {}),
	)
	writeLog('ALERT payment wk-1: "look"')
	writeLog('request r failed')
	writeInfo('request', { ms: 1 })
	expect(error?.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
		{ alert: true, message: 'ALERT payment wk-1: "look"' },
		{ message: 'request r failed' },
	])
	expect(info?.mock.calls.map(([line]) => JSON.parse(line))).toEqual([{ message: 'request', ms: 1 }])
})

describe('What the log says of an error', () => {
	it('is its name and message', () => {
		expect(errorLine(new TypeError('x is not a function'))).toBe('TypeError: x is not a function')
	})

	it('is the first cause, when errors are wrapped', () => {
		const cause = new Error('SQLITE_BUSY: database is locked')
		expect(errorLine(new Error('outer', { cause: new Error('middle', { cause }) }))).toBe(
			'Error: SQLITE_BUSY: database is locked',
		)
	})

	it('never holds what a customer typed, though drizzle puts it into its messages', () => {
		const line = errorLine(
			new Error('Failed query: insert into clients values (?, ?)\nparams: Ada,0803 123 4567'),
		)
		expect(line).toContain('Failed query')
		expect(line).not.toContain('Ada')
		expect(line).not.toContain('0803')
	})

	it('is short for things that are no errors', () => {
		expect(errorLine({ status: 503, data: 'Ada' })).toBe('answer 503')
		expect(errorLine('Ada')).toBe('string')
	})

	it('comes to an end for errors that cause each other', () => {
		const first = new Error('first')
		first.cause = new Error('second', { cause: first })
		expect(errorLine(first)).toMatch(/^Error: /)
	})
})
