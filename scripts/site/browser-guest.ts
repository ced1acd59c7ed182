import type { HTMLElement } from 'node-html-parser'
import type { CivilDate } from '#app/kernel/civil.ts'
import { civilAt, DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { type LoadedPage, openBrowserLikeClient } from './browser-like-client.ts'
import type { FormValues, SubmitOptions } from './filled-form.ts'

/** The pages of a booking in their order (C38). */
export const journeySteps = [
	'service-selection',
	'staff-selection',
	'time-selection',
	'checkout',
	'confirmation',
] as const
export type JourneyStep = (typeof journeySteps)[number]

export type JourneyChoices = {
	shopId?: string
	/** Default: the shortest one of the usual shop, the first one of any other. */
	serviceId?: string
	/** A member's id; default: 'any'. */
	staff?: string
	/** Default: the day that the page begins with, which depends on the hour. */
	date?: CivilDate
	/** Default: the second offered time. */
	pickTime?: (offered: string[]) => string | undefined
	/** The start to choose, on its day in Lagos unless `date` is given. */
	startsAt?: string
	/** Checkout fields that differ from a usual guest's. */
	details?: FormValues
}

/** A demo shop with several people, add-ons, all kinds of promo codes, open every day. */
export const demoShopId = 'ade-hair-studio'

/** Half an hour, done by all staff: there is room for hundreds of these visits. */
export const demoServiceId = 'ade-hair-studio-trim'

/** The form of a step, among the page's forms. */
export const stepForm = 'main form[method="post"]'

let guests = 0

/** A new guest: another e-mail, another phone, another network address. */
export function openGuest(baseUrl: string) {
	guests += 1
	const number = String(guests)
	const address = `10.${guests % 250}.${Math.floor(guests / 250)}.7`
	const client = openBrowserLikeClient(baseUrl, { headers: { 'cf-connecting-ip': address } })
	const details = {
		firstName: 'Ngozi',
		lastName: `Okafor ${number}`,
		email: `ngozi.${number}@example.com`,
		phone: `0803${number.padStart(7, '0')}`,
		paymentChoice: 'cash',
	}
	return { ...client, details }
}
export type Guest = ReturnType<typeof openGuest>

/** The guest's post of a step. */
export function fillStep(
	step: JourneyStep,
	page: LoadedPage,
	guest: Guest,
	choices: JourneyChoices = {},
): { values: FormValues; options: SubmitOptions } {
	if (step === 'service-selection') {
		const isUsualShop = (choices.shopId ?? demoShopId) === demoShopId
		const serviceId = choices.serviceId ?? (isUsualShop ? demoServiceId : undefined)
		return { values: {}, options: serviceId ? { button: buttonOf('serviceId', serviceId) } : {} }
	}
	if (step === 'staff-selection') {
		return { values: {}, options: { button: buttonOf('staff', choices.staff ?? 'any') } }
	}
	if (step === 'time-selection') {
		const offered = offeredTimes(page.document)
		// Not the first: at the half hour the notice may exclude it between the page and its post.
		const usual = choices.pickTime ? choices.pickTime(offered) : (offered[1] ?? offered[0])
		const startsAt = choices.startsAt ?? usual
		if (startsAt === undefined) throw new Error(`no free time is offered: ${page.text.slice(0, 400)}`)
		return { values: { startsAt }, options: {} }
	}
	return {
		values: { ...guest.details, ...choices.details },
		options: { button: buttonOf('intent', 'book') },
	}
}

export function buttonOf(name: string, value: string): string {
	return `button[name="${name}"][value="${value}"]`
}

export function offeredTimes(document: HTMLElement): string[] {
	return document
		.querySelectorAll('input[name="startsAt"][type="radio"]')
		.map((input) => input.getAttribute('value') ?? '')
}

/** Leaves one step by its form. */
export function takeStep(
	guest: Guest,
	step: JourneyStep,
	page: LoadedPage,
	choices: JourneyChoices = {},
): Promise<LoadedPage> {
	const { values, options } = fillStep(step, page, guest, choices)
	return guest.submit(page, stepForm, values, options)
}

/** Walks from the first page of a booking to a later one, and returns it. */
export async function walkTo(
	guest: Guest,
	wanted: JourneyStep,
	choices: JourneyChoices = {},
): Promise<LoadedPage> {
	let page = await guest.open(`/booking/service-selection?shop=${choices.shopId ?? demoShopId}`)
	for (const step of journeySteps) {
		if (page.url.pathname !== `/booking/${step}`)
			throw new Error(
				`expected ${step}, not ${page.url.pathname} (${page.status}): ${page.text.slice(0, 300)}`,
			)
		if (step === 'time-selection') {
			const { startsAt } = choices
			const date = choices.date ?? (startsAt && civilAt(DEFAULT_ZONE, Number(startsAt)).date)
			if (date) page = await guest.open(`/booking/time-selection?from=${date}&date=${date}`)
			if (!startsAt) page = await laterIfScarce(guest, page)
		}
		if (step === wanted) return page
		page = await takeStep(guest, step, page, choices)
	}
	return page
}

/** With fewer times a later day is opened: in the evening today has few. */
const ENOUGH_TIMES = 8

/** A later day or week: deep runs book a shop out. */
async function laterIfScarce(guest: Guest, page: LoadedPage): Promise<LoadedPage> {
	const days = page.document.querySelectorAll('a.day:not([aria-current])')
	const laterWeek = page.document.querySelectorAll('a').find((link) => link.textContent === 'Next 7 days')
	let shown = page
	for (const link of [...days, ...(laterWeek ? [laterWeek] : [])]) {
		if (offeredTimes(shown.document).length >= ENOUGH_TIMES) return shown
		shown = await guest.open(link.getAttribute('href') ?? '')
	}
	return laterWeek ? laterIfScarce(guest, shown) : shown
}
