import { expect, test } from 'vitest'
import { shortLogLine } from '#scripts/local/short-log-line.ts'

const request = (status: number) =>
	`{"message":"request","requestId":"r","route":"routes/login","method":"GET","status":${status},"ms":12,"trips":0}`
const sweeper = '{"message":"sweeper: write-probe: ok; webhooks: 0 worked"}'

test.each([
	[request(200), 'GET routes/login 200 12 ms'],
	[sweeper, 'sweeper: write-probe: ok; webhooks: 0 worked'],
	['{"alert":true,"message":"ALERT payment wk-1: look"}', 'ALERT payment wk-1: look'],
	['{"message":1}', '{"message":1}'],
	['{broken', '{broken'],
	['workerd says hello', 'workerd says hello'],
])('%s is read as: %s', (line, short) => expect(shortLogLine(line, { showsAll: true })).toBe(short))

test('O8: what goes well and comes all the time is left out unless it is asked for', () => {
	const quiet = (line: string) => shortLogLine(line, { showsAll: false })
	expect([quiet(request(200)), quiet(request(404)), quiet(sweeper)]).toEqual([null, null, null])
	expect(quiet(request(503))).toBe('GET routes/login 503 12 ms')
	expect(quiet('{"message":"sweeper, mails failed: Error"}')).toBe('sweeper, mails failed: Error')
	expect(quiet('{"message":"ALERT payment wk-1: look"}')).toBe('ALERT payment wk-1: look')
})
