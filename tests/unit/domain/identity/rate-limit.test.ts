import { expect, test } from 'vitest'
import {
	findRule,
	networkLimits,
	rateLimitRules,
	retryLabel,
	retrySeconds,
} from '#app/domain/identity/rate-limit.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { nestedKey, WIDE_TIMES, wideKeyOf } from '#app/kernel/network-key.ts'

const now = 5_000_000

test('a wait is told in the unit that a person would use', () => {
	const waits = [
		-1,
		1,
		1_000,
		1_001,
		59_000,
		59_001,
		60_000,
		60_001,
		90 * MINUTE_MS,
		90 * MINUTE_MS + 1,
		5 * HOUR_MS,
	]
	expect(waits.map((wait) => retryLabel(now + wait, now))).toEqual([
		'in 1 second',
		'in 1 second',
		'in 1 second',
		'in 2 seconds',
		'in 59 seconds',
		'in 1 minute',
		'in 1 minute',
		'in 2 minutes',
		'in 90 minutes',
		'in 2 hours',
		'in 5 hours',
	])
	expect([-1, 0, 1, 1_001].map((wait) => retrySeconds(now + wait, now))).toEqual([1, 1, 1, 2])
})

test('S30: a network within a wide one counts for both, an unknown one for none', () => {
	const kind = 'register-network'
	const key = nestedKey('wide', 'narrow')
	expect(networkLimits(kind, null)).toEqual([])
	expect(networkLimits(kind, 'only')).toEqual([{ kind, subject: 'only' }])
	expect(networkLimits(kind, key)).toEqual([
		{ kind, subject: key },
		{ kind, subject: wideKeyOf(key), isWide: true },
	])
})

test('S30: a wide network may do a multiple of one network in it, as much sooner again', () => {
	const kind = 'register-network'
	const rule = rateLimitRules[kind]
	expect(findRule({ kind, subject: 'x' })).toEqual(rule)
	expect(findRule({ kind, subject: 'x', isWide: true })).toEqual({
		freeAttempts: rule.freeAttempts * WIDE_TIMES,
		windowMs: rule.windowMs,
		pauseMs: rule.pauseMs / WIDE_TIMES,
	})
})
