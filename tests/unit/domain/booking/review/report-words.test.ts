import { expect, test } from 'vitest'
import { appointmentProblemWords } from '#app/domain/booking/appointment/appointment-problem.ts'
import { checkoutProblems } from '#app/domain/booking/checkout/checkout-form.server.ts'
import { reviewReportWords } from '#app/domain/booking/review/review-report-words.ts'

test('each thing that a customer can report reads like none of the others', () => {
	for (const words of [reviewReportWords, appointmentProblemWords]) {
		const choices = Object.values(words)
		for (const choice of choices) expect(choice).toMatch(/^[A-Z].*[a-z]$/)
		expect(new Set(choices).size).toBe(choices.length)
	}
})

test('what is said beside a checkout field is a whole sentence', () => {
	for (const words of Object.values(checkoutProblems)) expect(words).toMatch(/^[A-Z].*\.$/)
})
