import { parseWithZod } from '@conform-to/zod/v4'
import { describe, expect, test } from 'vitest'
import {
	filterInstants,
	filterQuery,
	findQuickRange,
	lastDays,
	movementFilterSchema,
	quickRangeDays,
} from '#app/domain/payments/movement-filter.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'

const parsed = (query: string) => parseWithZod(new URLSearchParams(query), { schema: movementFilterSchema })

describe('the dates of the filter', () => {
	test('are From and To, each of them or none', () => {
		const filterOf = (query: string) => {
			const submission = parsed(query)
			return submission.status === 'success' ? submission.value : submission.reply()
		}
		expect(filterOf('')).toEqual({ from: null, to: null })
		expect(filterOf('from=&to=')).toEqual({ from: null, to: null })
		expect(filterOf('from=2026-01-05')).toEqual({ from: '2026-01-05', to: null })
		expect(filterOf('from=2026-01-05&to=2026-01-05')).toEqual({ from: '2026-01-05', to: '2026-01-05' })
	})

	test('refuse a To before From at To, and keep what was typed', () => {
		const result = parsed('from=2026-02-10&to=2026-01-10').reply()
		expect(result.error).toEqual({ to: ['The end date can’t be before the start date.'] })
		expect(result.initialValue).toEqual({ from: '2026-02-10', to: '2026-01-10' })
	})

	test.each([
		'from=yesterday',
		'from=2026-02-30',
		'from=2026-1-5',
		'from=2026-01-01&from=2026-01-02',
		'from[]=x',
	])('%s is refused in our own words', (query) => {
		const [message] = parsed(query).reply().error?.from ?? []
		expect(message).toMatch(/^(Choose a date\.|We couldn’t read this date\. Choose it again\.)$/)
	})
})

describe('a quick range', () => {
	const todayAt = (instant: string) => civilAt('Africa/Lagos', Date.parse(instant)).date

	test('is today and the days before it', () => {
		expect(lastDays(7, '2026-03-03')).toEqual({ from: '2026-02-25', to: '2026-03-03' })
		expect(lastDays(90, '2026-01-01').from).toBe('2025-10-04')
	})

	test('changes at midnight in Lagos, an hour before midnight UTC', () => {
		expect(lastDays(7, todayAt('2026-11-22T22:59:59Z')).to).toBe('2026-11-22')
		expect(lastDays(7, todayAt('2026-11-22T23:00:00Z')).to).toBe('2026-11-23')
		const { sinceAt, untilAt } = filterInstants({ from: '2026-11-17', to: '2026-11-23' }, 'Africa/Lagos')
		expect(new Date(sinceAt).toISOString()).toBe('2026-11-16T23:00:00.000Z')
		expect(new Date(untilAt).toISOString()).toBe('2026-11-23T23:00:00.000Z')
	})

	test('has whole days where a clock changes, and where it skips a midnight', () => {
		const hours = (date: string, zone: string) => {
			const { sinceAt, untilAt } = filterInstants({ from: date, to: date }, zone)
			return (untilAt - sinceAt) / 3_600_000
		}
		expect(hours('2026-03-29', 'Europe/London')).toBe(23)
		expect(hours('2026-10-25', 'Europe/London')).toBe(25)
		expect(hours('2026-04-24', 'Africa/Cairo')).toBe(23)
	})

	test('is known again by its dates', () => {
		for (const days of quickRangeDays) {
			expect(findQuickRange(lastDays(days, '2026-11-22'), '2026-11-22')).toBe(days)
			expect(findQuickRange(lastDays(days, '2026-11-22'), '2026-11-23')).toBeNull()
		}
		expect(findQuickRange({ from: null, to: null }, '2026-11-22')).toBeNull()
	})
})

test('the query of a filter keeps it with the place where a page begins', () => {
	expect(filterQuery({ from: null, to: null })).toBe('')
	expect(filterQuery({ from: '2026-01-05', to: null }, '1.paid.a')).toBe('?from=2026-01-05&after=1.paid.a')
})

test('no limit is all time', () => {
	expect(filterInstants({ from: null, to: null }, 'Africa/Lagos')).toEqual({
		sinceAt: 0,
		untilAt: Number.MAX_SAFE_INTEGER,
	})
})
