import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { pureRules } from '#scripts/mutation/pure-rules.ts'

test('the pure rules are the files of domain without server code and without markup', () => {
	const all = pureRules(PROJECT_ROOT)
	expect(all).toEqual(
		expect.arrayContaining([
			'app/domain/booking/checkout/price-draft.ts',
			'app/domain/loyalty/count-appointment.ts',
		]),
	)
	expect(all.filter((path) => !/^app\/domain\/(\w+\/)+[\w-]+\.ts$/.test(path))).toEqual([])
})

test('a room or a file can be named, however its path is written', () => {
	const booking = pureRules(PROJECT_ROOT, './app/domain/booking/')
	expect(booking).toContain('app/domain/booking/checkout/price-draft.ts')
	expect(booking.every((path) => path.startsWith('app/domain/booking/'))).toBe(true)
	expect(pureRules(PROJECT_ROOT, 'app/domain/booking/checkout/price-draft.ts')).toEqual([
		'app/domain/booking/checkout/price-draft.ts',
	])
})

test.each(['app/domain/nowhere', 'app/kernel', 'app/domain/booking/draft/draft-repository.server.ts'])(
	'%s has none',
	(path) => expect(() => pureRules(PROJECT_ROOT, path)).toThrow(StartProblem),
)
