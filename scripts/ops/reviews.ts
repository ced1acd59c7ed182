import { reviewReportWords } from '#app/domain/booking/review/review-report-words.ts'
import { decideReview } from '#app/flows/booking/reviews.server.ts'
import { operatorActOn } from './operator-act.ts'
import { type OpsCommand, refusedResult, success } from './ops-command.ts'
import { NO_ANSWER, opsRepositories } from './ops-environment.ts'
import { referenceOf } from './typed-reference.ts'

/** More are shown when these are decided. */
const MAX_LISTED = 50
const database = 'Reads DATABASE_URL and DATABASE_AUTH_TOKEN.'

export const reviewsReported: OpsCommand = {
	name: 'reviews reported',
	summary: 'lists reported reviews, the longest waiting first',
	places: [],
	about: `Each is listed with its visit’s reference; use it to hide or keep the review. ${database}`,
	async run({ env }) {
		const found = await opsRepositories(env).booking.reviews.listReported(MAX_LISTED)
		return {
			isWell: found.length === 0,
			lines: [
				found.length === 0 ? 'No reviews to check.' : `${found.length} to check:`,
				...found.map(
					({ referenceNumber, shopName, rating, comment, reasons }) =>
						`${referenceNumber}, ${shopName}, ${rating} of 5: "${comment}" (${[...new Set(reasons)].map((reason) => reviewReportWords[reason]).join('; ')}; ${reasons.length} in all)`,
				),
			],
			data: { reviews: found },
		}
	},
}

export const reviewsHide = decision({
	name: 'reviews hide',
	summary: 'hides a review: it is not shown, and its stars do not count',
	isHidden: true,
	kind: 'review_hidden',
	done: 'is hidden, and no longer counts in the shop’s rating',
	already: 'was already hidden',
})

export const reviewsKeep = decision({
	name: 'reviews keep',
	summary: 'keeps a reported review, or shows a hidden one again',
	isHidden: false,
	kind: 'review_kept',
	done: 'is shown again, and counts in the shop’s rating',
	already: 'stands',
})

function decision({
	name,
	summary,
	isHidden,
	kind,
	done,
	already,
}: {
	name: string
	summary: string
	isHidden: boolean
	kind: 'review_hidden' | 'review_kept'
	done: string
	already: string
}): OpsCommand {
	return {
		name,
		summary,
		places: ['reference'],
		about: `Takes the visit’s reference. Settles the review’s reports. Safe to run twice. ${database}`,
		async run({ places: [typed = ''], env, now }) {
			const deps = opsRepositories(env)
			const referenceNumber = referenceOf(typed)
			const alongside = await operatorActOn(deps, { referenceNumber, kind, now })
			const decided = await decideReview(deps, { referenceNumber, isHidden, alongside, now })
			if (!decided.ok) {
				const { refusal } = decided
				const line =
					refusal === 'review_not_found' ? `No visit ${referenceNumber} has been reviewed.` : NO_ANSWER
				return refusedResult(refusal, line)
			}
			const { changed, settled } = decided.value
			return success({ changed, settled }, [
				`The review of ${referenceNumber} ${changed ? done : already}. Reports settled: ${settled}.`,
			])
		},
	}
}
