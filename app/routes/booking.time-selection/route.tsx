import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { bookingRefusals } from '#app/domain/booking/booking-refusal.ts'
import { chooseStaff } from '#app/flows/choose-staff.server.ts'
import { holdSlot } from '#app/flows/hold-slot.server.ts'
import { offerOtherTimes } from '#app/flows/offer-other-times.server.ts'
import { readTimes } from '#app/flows/read-times.server.ts'
import { readDraftId } from '#app/http/draft-cookie.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readId } from '#app/http/read-id.server.ts'
import { readInstant } from '#app/http/read-instant.server.ts'
import { BookingConflict } from '#app/ui/booking-conflict.tsx'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { HoldNotice } from '#app/ui/hold-notice.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { WeekOfSlots } from '#app/ui/week-of-slots.tsx'
import { timesView } from './times-view.server.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta: MetaFunction = () => [{ title: pageTitle('Choose a time') }]

const wayBack = {
	booked: '/booking/confirmation',
	'service-selection': '/booking/service-selection?restart',
	'staff-selection': '/booking/staff-selection',
}

export async function loader({ request, context }: LoaderFunctionArgs) {
	const now = context.now()
	const { searchParams } = new URL(request.url)
	const draftId = await readDraftId(request, context.settings.cookieKeys)
	if (draftId === null) throw redirect('/booking/service-selection?restart')
	const times = await readTimes(context, {
		draftId,
		wishedFrom: searchParams.get('from'),
		wishedDate: searchParams.get('date'),
		now,
	})
	if (!times.ok) throw redirect(wayBack[times.refusal])
	return timesView(times.value, now)
}

/** Holds the chosen time, with another member of staff when the conflict screen offered one. */
export async function action({ request, context }: ActionFunctionArgs) {
	const form = await readForm(request)
	const draftId = await readDraftId(request, context.settings.cookieKeys)
	if (draftId === null) return redirect('/booking/service-selection?restart')
	const now = context.now()
	const startsAt = readInstant(form.get('startsAt'))
	if (startsAt === null)
		return data({ ...bookingRefusals.missing_date_time, offer: null, startsAt }, { status: 422 })

	const staff = readId(form.get('staff'))
	const restaffed = staff === null ? null : await chooseStaff(context, { draftId, position: 0, staff, now })
	const held =
		restaffed?.ok === false
			? restaffed
			: await holdSlot(context, { draftId, startsAt, networkKey: context.networkKey, now })
	if (held.ok) return redirect('/booking/checkout')
	if (held.refusal === 'session_error') return redirect('/booking')
	const refusal = bookingRefusals[held.refusal]
	const offer =
		refusal.status === 409 ? await offerOtherTimes(context, { draftId, wishedStartAt: startsAt, now }) : null
	return data({ ...refusal, offer, startsAt }, { status: refusal.status })
}

export default function TimeSelection() {
	const { held, lostLabel, ...times } = useLoaderData<typeof loader>()
	const refusal = useActionData<typeof action>()
	// Where other times are no answer (nothing chosen, or we could not write), the page stays as it was sent.
	if (refusal?.offer) {
		return (
			<Page>
				<BookingConflict {...refusal} timePage="/booking/time-selection" step={3} />
			</Page>
		)
	}
	return (
		<Page>
			<PageHeader
				title="When suits you?"
				back={{ to: '/booking/staff-selection', label: 'Staff' }}
				step={3}
				subtitle={times.shopName}
			/>
			{refusal && (
				<Notice tone="error" role="alert" title={refusal.title} className="mb-4">
					{refusal.text}
				</Notice>
			)}
			{held && (
				<div className="mb-4">
					<HoldNotice
						timeLabel={held.timeLabel}
						hold={held.clock}
						here="/booking/time-selection"
						expired="Choose it again below if it is still free."
					>
						<ButtonLink to="/booking/checkout" variant="quiet" size="small">
							Go on with it
						</ButtonLink>
					</HoldNotice>
				</div>
			)}
			{lostLabel && !held && (
				<Notice className="mb-4" title={`${lostLabel} cannot be had for this visit.`}>
					Please choose another time.
				</Notice>
			)}
			<WeekOfSlots
				week={times}
				chosenValue={refusal?.startsAt ? String(refusal.startsAt) : times.chosenStartAt}
				mayKeep
				whenNothingIsFree="Please choose somebody else."
				summary={`${times.summary} · ${times.place} time`}
				button="Continue to Checkout"
				busyLabel="Keeping your time…"
			/>
		</Page>
	)
}
