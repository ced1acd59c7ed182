import { expect, test } from 'vitest'
import {
	type JudgedMutant,
	mutationReport,
	mutationScore,
	percentCaught,
} from '#scripts/mutation/mutation-report.ts'

const mutant = (fileName: string, status: string, line: number, replacement?: string): JudgedMutant => ({
	fileName,
	status,
	location: { start: { line, column: 5 } },
	mutatorName: 'EqualityOperator',
	replacement,
})
const mutants = [
	mutant('app/domain/booking/checkout/price-draft.ts', 'Killed', 3),
	mutant('app/domain/booking/checkout/price-draft.ts', 'Survived', 9, 'a >=\n\tb'),
	mutant('app/domain/booking/checkout/price-draft.ts', 'Ignored', 1),
	mutant('app/domain/booking/checkout/deposit.ts', 'Timeout', 1),
	mutant('app/domain/loyalty/count-appointment.ts', 'NoCoverage', 4),
	mutant('app/domain/loyalty/count-appointment.ts', 'NoCoverage', 4),
	mutant('app/domain/loyalty/count-appointment.ts', 'NoCoverage', 2),
]

test('what a test notices counts, what none notices or reaches counts against it, and the rest not at all', () => {
	expect(mutationScore(mutants)).toEqual({ caught: 2, survived: 4 })
	expect(percentCaught({ caught: 17, survived: 3 })).toBe(85)
	expect(percentCaught({ caught: 0, survived: 0 })).toBe(100)
})

test('the report names lines without a test, each survivor by its place, and the score of files, rooms and all', () => {
	expect(mutationReport(mutants)).toEqual([
		'app/domain/loyalty/count-appointment.ts: no test reaches 2, 4',
		'app/domain/booking/checkout/price-draft.ts:9:5 EqualityOperator: a >= b',
		'',
		'100.0 %  1 of 1  app/domain/booking/checkout/deposit.ts',
		' 50.0 %  1 of 2  app/domain/booking/checkout/price-draft.ts',
		'  0.0 %  0 of 3  app/domain/loyalty/count-appointment.ts',
		'',
		' 66.7 %  2 of 3  app/domain/booking/checkout',
		'  0.0 %  0 of 3  app/domain/loyalty',
		'',
		' 33.3 %  2 of 6  all',
	])
})
