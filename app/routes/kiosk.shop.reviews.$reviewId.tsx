import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import {
	readSeenReply,
	reviewReplyFormSchema,
	seenReply,
} from '#app/domain/booking/review/review-forms.server.ts'
import { starsLabel } from '#app/domain/booking/review/review-words.ts'
import { replyToReview } from '#app/flows/booking/reviews.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { shortDateLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextArea } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { OwnerAnswer, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import type { PageHandle } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this review' }

export const meta = ownerTitled('Review')

const constraints = fieldConstraints(reviewReplyFormSchema, ['reply'])
const LIST = '/kiosk/shop/reviews'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const [{ shop }, review] = await Promise.all([
		owner.opened(),
		context.booking.reviews.own.one(owner.caller, params.reviewId ?? ''),
	])
	if (!review) throw data(null, { status: 404 })
	const { rating, comment, createdAt, referenceNumber, reply } = review
	return owner.pageData({
		stars: starsLabel(rating),
		comment,
		written: shortDateLabelAt(shop.timeZone, createdAt),
		referenceNumber,
		hasReply: reply !== null,
		start: { reply: reply ?? '', seen: seenReply(reply) },
		act: newId(),
		constraints,
	})
}

/** Writes, changes or deletes the public reply. */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: reviewReplyFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, caller, now, value } = read.post
	const { reviewId: id = '' } = params
	const { reviews } = context.booking
	const seen = readSeenReply(value.seen)
	const reply = value.intent === 'remove' ? null : value.reply
	return answerOwnerChange(context, read.post, {
		action: ['reply to review', id, value.seen ?? null, reply],
		run: ({ actOf }) =>
			replyToReview(context, {
				...{ shopId: key.shop.id, id, reply, now },
				...(seen !== undefined && { seen }),
				alongside: reviews.own.one(caller, id).then((review) =>
					actOf({
						kind: 'review_replied',
						subjectId: id,
						summary: `${review?.referenceNumber ?? ''}: ${reply === null ? 'reply deleted' : 'reply'}`,
					}),
				),
			}),
		async current() {
			const row = await reviews.own.one(caller, id)
			return (
				row && { changed: [{ label: 'The reply', now: row.reply ?? 'removed' }], kept: seenReply(row.reply) }
			)
		},
		path: LIST,
		notice: reply === null ? 'Reply removed' : 'Reply published',
	})
}

export default function OwnerReview() {
	const { stars, comment, written, referenceNumber, hasReply, start, act, constraints } =
		useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, start, constraints)
	return (
		<KioskPage title={stars} subtitle={written} section="More" back={{ to: LIST, label: 'Reviews' }} isForm>
			<OwnerAnswer answer={answer} form={form} order={Object.keys(constraints)} />
			<Card as="section">
				<p>{comment || <span className="soft">The customer left stars and no words.</span>}</p>
				<Link to={`/kiosk/visits/${referenceNumber}`} className="tap num">
					Visit {referenceNumber}
				</Link>
			</Card>
			<KioskForm act={act} hidden={{ seen: form.field('seen').defaultValue }} className="form mt-4" key={act}>
				<TextArea
					field={form.field('reply')}
					label="Your reply"
					hint="Shown under the review, to everyone. Name no customer and nothing of their visit."
					rows={5}
				/>
				<SubmitButton name="intent" value="reply" busyLabel="Saving…">
					{hasReply ? 'Change the reply' : 'Publish the reply'}
				</SubmitButton>
				{hasReply && (
					<SubmitButton name="intent" value="remove" variant="danger" className="mt-3" busyLabel="Removing…">
						Remove the reply
					</SubmitButton>
				)}
			</KioskForm>
		</KioskPage>
	)
}
