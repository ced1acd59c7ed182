import { describe, expect, test } from 'vitest'
import {
	type EnrollmentRefusal,
	enrolledWords,
	enrollmentRefusals,
	type ProgramListFailure,
	programListFailures,
} from '#app/domain/loyalty/enrollment-refusal.ts'

/** Our code for one of the catalogue, or the reason why its cause cannot occur. */
type Known<Code> = { is: Code } | { never: string }

const enrollmentCodes: Record<string, Known<EnrollmentRefusal>> = {
	PROFILE_NOT_FOUND: {
		never: 'an account without a profile is refused at sign-in (C2), so nobody without one is signed in',
	},
	INSUFFICIENT_CONTACT_INFO: { is: 'insufficient_contact_info' },
	ALREADY_ENROLLED: { is: 'already_enrolled' },
	PERMISSION_DENIED: { is: 'permission_denied' },
	INVALID_REFERENCE: { is: 'invalid_reference' },
	NETWORK_ERROR: {
		never: 'a post that reaches nobody leaves the page as it is, with the words that every form has for that',
	},
	ENROLLMENT_CREATION_FAILED: { is: 'not_saved' },
	PROGRESS_CREATION_FAILED: { never: 'progress is a part of the enrollment row: both are there, or neither' },
	ENROLLMENT_FAILED: { is: 'busy' },
	'An unexpected error occurred. Please try again.': { is: 'unexpected' },
}

/** Refusals that the catalogue does not have. */
const ownCodes: EnrollmentRefusal[] = ['program_ended']

const listCodes: Record<string, Known<ProgramListFailure>> = {
	NETWORK_ERROR: { is: 'network_error' },
	PERMISSION_ERROR: { never: 'the page is for members: whoever is signed out is led to /login (C3)' },
	SCHEMA_ERROR: { is: 'schema_error' },
	DATABASE_ERROR: { is: 'database_error' },
	AbortError: {
		never:
			'the server gives up on its database after two seconds and says DATABASE_ERROR: the browser aborts nothing',
	},
	'Failed to load loyalty programs.': { never: 'the title says this above each of the other texts' },
}

const codesIn = (catalogue: Record<string, Known<string>>) =>
	Object.values(catalogue).flatMap((known) => ('is' in known ? [known.is] : []))

describe('The catalogue of loyalty', () => {
	test('is complete: each code of ours stands for one of it, or is our own', () => {
		expect([...codesIn(enrollmentCodes), ...ownCodes].sort()).toEqual(Object.keys(enrollmentRefusals).sort())
		expect(codesIn(listCodes).sort()).toEqual(Object.keys(programListFailures).sort())
	})

	test.each(Object.entries(enrollmentRefusals))(
		'%s is readable, and names a way on that exists',
		(_, words) => {
			expect(words.title).toMatch(/^[A-Z]/)
			expect(words.text).toMatch(/\.$/)
			expect(words.nextStep?.path ?? words.text).toMatch(
				/^\/(login|wallet|profile\/edit)$|try again|choose (a|another) program below/,
			)
		},
	)

	test('the words of the specification stand', () => {
		expect(enrollmentRefusals.invalid_reference.text).toContain('Invalid program or shop data.')
		expect(enrollmentRefusals.unexpected.text).toBe('An unexpected error occurred. Please try again.')
		expect(enrolledWords({ programName: 'Crown Card', shopName: 'Adé' })).toEqual({
			title: 'You’re in!',
			description: 'You joined Crown Card at Adé.',
		})
	})
})
