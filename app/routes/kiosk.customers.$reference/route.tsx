import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	type AppLoadContext,
	data,
	type LoaderFunctionArgs,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import {
	customerNoteFormSchema,
	readSeenNote,
	seenNote,
} from '#app/domain/booking/customer/customer-note-form.server.ts'
import { cardAddress } from '#app/domain/booking/customer/customers-line.server.ts'
import { seesCustomers } from '#app/domain/shops/access-key.ts'
import { kioskWords } from '#app/domain/shops/kiosk-words.ts'
import { readCustomerCard, writeCustomerNote } from '#app/flows/booking/customer-card.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { closedKiosk, requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import type { OwnerOffer } from '#app/kernel/action-answer.ts'
import { newId, readId } from '#app/kernel/id.server.ts'
import { readPlace } from '#app/kernel/list-place.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { CustomersLines } from '#app/ui/kiosk/appointment-list.tsx'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { OwnerAnswer, OwnerSave } from '#app/ui/kiosk/owner-page.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { EmptyState, Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'
import { CardFacts, CardSavings } from './card-facts.tsx'
import { type CustomerCardView, customerCardView } from './card-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this customer' }

export const meta = unlisted('Customer')

const constraints = fieldConstraints(customerNoteFormSchema, ['shopNote'])

/** As many as fit into 10 KB with long names (P1). */
const APPOINTMENTS_OF_PAGE = 30

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { caller, now, headers, pageData } = kiosk
	const referenceNumber = readId(params.reference) ?? ''
	const before = readPlace(new URL(request.url).searchParams.get('before') ?? '')
	const read = await readCustomerCard(context, {
		...{ caller, referenceNumber, before, now },
		limit: APPOINTMENTS_OF_PAGE,
	})
	if (!read.ok) {
		if (read.refusal === 'key_ended') throw closedKiosk()
		if (read.refusal === 'not_for_role') throw await notForPersons(context)
		await kiosk.opened()
		const refusal = kioskWords[read.refusal]
		return data({ card: null, refusal, start: {}, act: '', constraints }, { status: refusal.status, headers })
	}
	await kiosk.admit(read.value.key)
	const { note, isOfSignedIn } = read.value.customer
	return pageData({
		card: customerCardView(read.value, referenceNumber, now),
		refusal: null,
		start: isOfSignedIn ? {} : { shopNote: note ?? '', seen: seenNote(note) },
		act: newId(),
		constraints,
	})
}

function notForPersons(context: AppLoadContext): Promise<Response> {
	return done(context, '/kiosk', {
		flash: {
			title: 'For the desk',
			description: 'Customers are found at the desk’s device, not on this one.',
		},
	})
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { caller, now } = kiosk
	const submission = parseWithZod(await readForm(request), { schema: customerNoteFormSchema })
	const result = submission.reply()
	const referenceNumber = readId(params.reference) ?? ''
	const { people } = context.booking
	const [key, customer] = await Promise.all([
		kiosk.opened(),
		people.customerOfAppointment(caller, referenceNumber, now),
	])
	if (!seesCustomers(key)) throw await notForPersons(context)
	if (!customer) return refusedBy<OwnerOffer>(kioskWords.customer_not_found, { result })
	if (customer.isOfSignedIn) return refusedBy<OwnerOffer>(kioskWords.own_card)
	if (submission.status !== 'success') return invalid(result)
	const { clientId } = customer
	const { value } = submission
	const seen = readSeenNote(value.seen)
	return answerOwnerChange(
		context,
		{ value, result, key, caller, now },
		{
			action: ['write note', clientId, seen, value.shopNote],
			run: ({ actOf }) =>
				writeCustomerNote(context, {
					...{ shopId: key.shop.id, clientId, note: value.shopNote, seen },
					// The act outlives the note: it must not quote the note.
					alongside: actOf({ kind: 'customer_note_changed', subjectId: clientId, summary: referenceNumber }),
				}),
			async current() {
				const row = await people.customerOfAppointment(caller, referenceNumber, now)
				return row && { changed: [{ label: 'The note', now: row.note ?? 'empty' }], kept: seenNote(row.note) }
			},
			path: cardAddress(referenceNumber),
			notice: 'Saved',
		},
	)
}

export default function CustomerCardPage() {
	const { card, refusal, start, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, start, constraints)
	const back = { to: '/kiosk/search', label: 'Search' }
	if (!card)
		return (
			<KioskPage title="Customer" section="Today" back={back}>
				<RefusalNotice refusal={answer?.refusal ?? refusal} />
				<EmptyState
					title="No card to show"
					action={
						<ButtonLink to="/kiosk/search" size="small">
							Find a customer
						</ButtonLink>
					}
				/>
			</KioskPage>
		)
	return (
		<KioskPage
			title={card.name}
			subtitle={`${card.shopName} · ${card.hasAccount ? 'Has an account' : 'Guest'}`}
			section="Today"
			back={back}
		>
			<OwnerAnswer answer={answer} form={form} order={Object.keys(constraints)} />
			<div className="two">
				<div>
					<CardFacts card={card} />
					<p className="bar mt-4">
						<ButtonLink to={card.book} variant="quiet" size="small">
							Book a visit for them
						</ButtonLink>
					</p>
					<CardSavings card={card} />
				</div>
				{card.isOwn ? (
					<Notice tone="info" title="Your own card">
						Your account is signed in on this device, so the note about you is not shown here.
					</Notice>
				) : (
					<KioskForm act={act} hidden={{ seen: form.field('seen').defaultValue }} className="form" key={act}>
						<TextArea
							field={form.field('shopNote')}
							label="Your note"
							hint={`Allergies, formulas, what they like. ${constraints.shopNote?.maxLength} letters at most. Only your shop sees it, but the customer gets it with a copy of their data.`}
							rows={5}
						/>
						<OwnerSave answer={answer} label="Save note" />
					</KioskForm>
				)}
			</div>
			<CardAppointments card={card} />
		</KioskPage>
	)
}

function CardAppointments({ card: { ahead, earlier, earlierStill } }: { card: CustomerCardView }) {
	return (
		<>
			{ahead.length > 0 && (
				<section>
					<h2>Booked</h2>
					<CustomersLines appointments={ahead} />
				</section>
			)}
			{earlier.length > 0 && (
				<section>
					<h2>Earlier</h2>
					<CustomersLines appointments={earlier} />
				</section>
			)}
			<ListPages next={earlierStill} label="Earlier visits" place="before" className="mt-4" />
		</>
	)
}
