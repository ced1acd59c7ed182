import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take longest, as `npm test` on two cores showed: one that began last would run alone at the end. */
const longFiles = [
	'unit/domain/availability/open-slots-oracle.test.ts',
	'unit/domain/identity/password.test.ts',
	'integration/payments/run-sweeper.test.ts',
	'integration/payments/settlement-matrix.test.ts',
	'integration/booking/model.test.ts',
	'integration/booking/ceilings.test.ts',
	'integration/payments/any-order.test.ts',
	'integration/scripts/refusals.test.ts',
	'integration/scripts/local-app.test.ts',
	'worker/booking-forms.test.ts',
	'worker/parallel-requests.test.ts',
	'worker/remix-advisories.test.ts',
	'worker/identity/access.test.ts',
	'worker/identity/sign-in-time.test.ts',
	'faults/database/lasting-faults.test.ts',
	'faults/database/lasting-write-faults.test.ts',
	'faults/database/every-trip.test.ts',
]

/** Vitest begins with the files that took longest the last time; a fresh clone has no last time. */
export class LongFilesFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const place = ({ moduleId }: TestSpecification) => {
			const found = longFiles.findIndex((name) => moduleId.endsWith(`/tests/${name}`))
			return found === -1 ? longFiles.length : found
		}
		return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
	}
}
