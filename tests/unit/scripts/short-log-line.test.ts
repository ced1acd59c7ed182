import { expect, test } from 'vitest'
import { shortLogLine } from '#scripts/local/short-log-line.ts'

test.each([
	[
		'{"message":"request","requestId":"r","route":"routes/login","method":"GET","status":200,"ms":12,"trips":0}',
		'GET routes/login 200 12 ms',
	],
	['{"alert":true,"message":"ALERT payment wk-1: look"}', 'ALERT payment wk-1: look'],
	['{"message":1}', '{"message":1}'],
	['{broken', '{broken'],
	['workerd says hello', 'workerd says hello'],
])('%s is read as: %s', (line, short) => expect(shortLogLine(line)).toBe(short))
