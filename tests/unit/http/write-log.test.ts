import { afterEach, expect, test, vi } from 'vitest'
import { writeInfo, writeLog } from '#app/http/write-log.ts'

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
