import { reviewReportWords } from '#app/domain/booking/review/review-report-words.ts'
import { photoReportWords } from '#app/domain/discovery/photo-report-words.ts'
import { decideReview } from '#app/flows/booking/reviews.server.ts'
import { decidePhoto } from '#app/flows/discovery/shop-photos.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { operatorAct, operatorActOn } from './operator-act.ts'
import { allWell, type OpsCommand, refusedResult } from './ops-command.ts'
import { NO_ANSWER, opsRepositories } from './ops-environment.ts'
import { parseReference } from './typed-reference.ts'

/** More are shown when these are decided. */
const MAX_LISTED = 50
const database = 'Reads DATABASE_URL and DATABASE_AUTH_TOKEN.'

export const photosReported: OpsCommand = {
	name: 'photos reported',
	summary: 'lists reported photos, the longest waiting first',
	places: [],
	about: `Each is listed with its id; its address is /photos/<id>. Use the id to hide or keep it. ${database}`,
	async run({ env }) {
		const photos = await opsRepositories(env).discovery.photos.listReportedPhotos(MAX_LISTED)
		const lines = photos.map(
			({ photoId, place, alt, reasons }) =>
				`${photoId}, ${place}: "${alt}" ${reasonsInWords(reasons, photoReportWords)}`,
		)
		return { isWell: photos.length === 0, lines: [headOf(lines, 'photos'), ...lines], data: { photos } }
	},
}

export const reviewsReported: OpsCommand = {
	name: 'reviews reported',
	summary: 'lists reported reviews, the longest waiting first',
	places: [],
	about: `Each is listed with its visit’s reference; use it to hide or keep the review. ${database}`,
	async run({ env }) {
		const reviews = await opsRepositories(env).booking.reviews.listReported(MAX_LISTED)
		const lines = reviews.map(
			({ referenceNumber, shopName, rating, comment, reasons }) =>
				`${referenceNumber}, ${shopName}, ${rating} of 5: "${comment}" ${reasonsInWords(reasons, reviewReportWords)}`,
		)
		return { isWell: reviews.length === 0, lines: [headOf(lines, 'reviews'), ...lines], data: { reviews } }
	},
}

function headOf(lines: readonly string[], noun: string): string {
	return lines.length === 0 ? `No ${noun} to check.` : `${lines.length} to check:`
}

function reasonsInWords<Reason extends string>(
	reasons: readonly Reason[],
	words: Readonly<Record<Reason, string>>,
): string {
	const named = [...new Set(reasons)].map((reason) => words[reason])
	return `(${named.join('; ')}; ${reasons.length} in all)`
}

export const photosHide = photoDecision({
	name: 'photos hide',
	summary: 'hides a photo: no page shows it, and within an hour no cache',
	isHidden: true,
	done: 'is hidden',
	already: 'was already hidden',
})

export const photosKeep = photoDecision({
	name: 'photos keep',
	summary: 'keeps a reported photo, or shows a hidden one again',
	isHidden: false,
	done: 'is shown again',
	already: 'stands',
})

export const reviewsHide = reviewDecision({
	name: 'reviews hide',
	summary: 'hides a review: it is not shown, and its stars do not count',
	isHidden: true,
	done: 'is hidden, and no longer counts in the shop’s rating',
	already: 'was already hidden',
})

export const reviewsKeep = reviewDecision({
	name: 'reviews keep',
	summary: 'keeps a reported review, or shows a hidden one again',
	isHidden: false,
	done: 'is shown again, and counts in the shop’s rating',
	already: 'stands',
})

type Decision = Pick<OpsCommand, 'name' | 'summary'> & { isHidden: boolean; done: string; already: string }

function photoDecision(decision: Decision): OpsCommand {
	const { isHidden } = decision
	const kind = isHidden ? 'photo_hidden' : 'photo_kept'
	return decisionCommand(decision, {
		place: 'photo',
		about: 'Takes the photo’s id, the last part of its address. Settles its reports.',
		decide: async (deps, photoId, now) => ({
			subject: `photo ${photoId}`,
			missing: `There is no photo ${photoId}.`,
			decided: await decidePhoto(deps, {
				photoId,
				isHidden,
				actOf: ({ shopId, alt }) =>
					operatorAct(deps, { shopId, kind, subjectId: photoId, summary: alt, now }),
				now,
			}),
		}),
	})
}

function reviewDecision(decision: Decision): OpsCommand {
	const { isHidden } = decision
	const kind = isHidden ? 'review_hidden' : 'review_kept'
	return decisionCommand(decision, {
		place: 'reference',
		about: 'Takes the visit’s reference. Settles the review’s reports.',
		async decide(deps, typed, now) {
			const referenceNumber = parseReference(typed)
			const alongside = await operatorActOn(deps, { referenceNumber, kind, now })
			return {
				subject: `review of ${referenceNumber}`,
				missing: `No visit ${referenceNumber} has been reviewed.`,
				decided: await decideReview(deps, { referenceNumber, isHidden, alongside, now }),
			}
		},
	})
}

type Decided = Awaited<ReturnType<typeof decidePhoto> | ReturnType<typeof decideReview>>

type Decide = (
	deps: Repositories,
	typed: string,
	now: Instant,
) => Promise<{ subject: string; missing: string; decided: Decided }>

function decisionCommand(
	{ name, summary, done, already }: Decision,
	{ place, about, decide }: { place: string; about: string; decide: Decide },
): OpsCommand {
	return {
		name,
		summary,
		places: [place],
		about: `${about} Safe to run twice. ${database}`,
		async run({ places: [typed = ''], env, now }) {
			const { subject, missing, decided } = await decide(opsRepositories(env), typed, now)
			if (!decided.ok) {
				const { refusal } = decided
				const isMissing = refusal === 'photo_not_found' || refusal === 'review_not_found'
				return refusedResult(refusal, isMissing ? missing : NO_ANSWER)
			}
			const { changed, settled } = decided.value
			return allWell({ changed, settled }, [
				`The ${subject} ${changed ? done : already}. Reports settled: ${settled}.`,
			])
		},
	}
}
