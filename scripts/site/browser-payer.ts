import type { CivilDate } from '#app/kernel/civil.ts'
import {
	demoServiceId,
	demoShopId,
	fillStep,
	type Guest,
	openGuest,
	stepForm,
	takeStep,
	walkTo,
} from './browser-guest.ts'
import type { BrowserLikeClient, LoadedPage } from './browser-like-client.ts'
import { type FormValues, filledForm } from './filled-form.ts'
import type { PaymentSite } from './payment-site.ts'

export type PayingGuest = {
	guest: Guest
	paymentReference: string
	/** Path and query of the signed address that Paystack sends the payer back to. */
	returnPath: string
	/** The time as a form sends it, and the person. */
	startsAt: string
	staff: string
	service: Service
}

/** Default: the usual ones. */
type Service = { shopId: string; serviceId: string }

const usualService: Service = { shopId: demoShopId, serviceId: demoServiceId }

/** A guest on Paystack's page, with a chosen person and time. */
export async function goToPaystack(
	site: PaymentSite,
	{
		service = usualService,
		guest = openGuest(site.url),
		...choices
	}: { service?: Service; guest?: Guest; staff?: string; date?: CivilDate; startsAt?: string } = {},
): Promise<PayingGuest> {
	const staff = choices.staff ?? (await anyStaff(site, service))
	let { startsAt = '' } = choices
	const pickTime = ([first = '']: string[]) => {
		startsAt = first
		return first
	}
	const when = { date: choices.date, ...(startsAt ? { startsAt } : { pickTime }) }
	const checkout = await walkTo(guest, 'checkout', { ...service, staff, ...when })
	await leaveFor(site.checkoutUrl, () =>
		takeStep(guest, 'checkout', checkout, { details: { paymentChoice: 'online' } }),
	)
	const transaction = site.paystack.transactions.at(-1)
	if (!transaction) throw new Error('no payment was started')
	const { pathname, search } = new URL(transaction.callbackUrl)
	return {
		guest,
		paymentReference: transaction.reference,
		returnPath: pathname + search,
		startsAt,
		staff,
		service,
	}
}

/** Submits a form that leads to another site, which this client does not open. */
async function leaveFor(origin: string, submit: () => Promise<LoadedPage>): Promise<void> {
	const page = await submit().catch((error: Error) => error)
	if (!(page instanceof Error)) throw new Error(`not sent to pay: ${page.status} ${page.text.slice(0, 400)}`)
	if (!page.message.startsWith(`redirected away to ${origin}`)) throw page
}

/** Follows Paystack's redirect to our page. */
export function comeBack(
	client: BrowserLikeClient,
	{ returnPath, paymentReference }: PayingGuest,
	more = '',
): Promise<LoadedPage> {
	return client.open(`${returnPath}${more}&trxref=${paymentReference}&reference=${paymentReference}`)
}

export async function payAndComeBack(site: PaymentSite, paying: PayingGuest): Promise<LoadedPage> {
	site.paystack.pay(paying.paymentReference)
	return comeBack(paying.guest, paying)
}

/** Ends the hold before the money comes, and books the time for another customer. */
export async function loseTime(
	site: PaymentSite,
	{ paymentReference, staff, startsAt, service }: PayingGuest,
): Promise<void> {
	await site.database.change(
		`DELETE FROM holds WHERE draft_id = (SELECT checkout.draft_id FROM checkouts checkout
			JOIN payment_attempts attempt ON attempt.checkout_id = checkout.id WHERE attempt.payment_reference = ?)`,
		paymentReference,
	)
	await bookForCash(site, staff, startsAt, service)
}

export async function bookForCash(
	site: PaymentSite,
	staff: string,
	startsAt: string,
	service = usualService,
): Promise<void> {
	const page = await walkTo(openGuest(site.url), 'confirmation', { ...service, staff, startsAt })
	if (page.status !== 200) throw new Error(`not booked: ${page.text.slice(0, 300)}`)
}

/** A payment whose time another customer has: other times are on offer. */
export async function offeredOtherTimes(
	site: PaymentSite,
	choices: Parameters<typeof goToPaystack>[1] = {},
): Promise<PayingGuest & { page: LoadedPage }> {
	const paying = await goToPaystack(site, choices)
	await loseTime(site, paying)
	return { ...paying, page: await payAndComeBack(site, paying) }
}

async function anyStaff({ database }: PaymentSite, { shopId, serviceId }: Service): Promise<string> {
	const rows = await database.rows(
		`SELECT member.id FROM staff_members member JOIN staff_services link ON link.staff_member_id = member.id
			WHERE member.shop_id = ? AND link.service_id = ? AND member.is_active = 1 ORDER BY member.id LIMIT 1`,
		shopId,
		serviceId,
	)
	return String(rows[0]?.id)
}

/** Checkout's form for paying online. */
export function payForm(guest: Guest, checkout: LoadedPage, details: FormValues = {}): URLSearchParams {
	const chosen = { paymentChoice: 'online', ...details }
	const { values, options } = fillStep('checkout', checkout, guest, { details: chosen })
	return filledForm(checkout.document, stepForm, values, options).body
}

/** Sends that form without following a redirect, which may lead to Paystack. */
export async function pressPay(
	guest: Guest,
	checkout: LoadedPage,
	details: FormValues = {},
): Promise<{ status: number; location: string | null; html: string }> {
	const { url } = checkout
	const answer = await guest.send(url, {
		method: 'POST',
		body: payForm(guest, checkout, details).toString(),
		headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin },
	})
	return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() }
}
