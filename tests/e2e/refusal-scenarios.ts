import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import type { EnrollmentRefusal } from '#app/domain/loyalty/enrollment-refusal.ts'
import type { DeleteRefusal } from '#app/flows/account/delete-account.server.ts'
import type { ProfileRefusal } from '#app/flows/account/update-profile.server.ts'
import type { CheckoutRefusal } from '#app/flows/checkout/checkout-post.server.ts'
import { demoServiceId, demoShopId, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import type { PaymentSite } from '#scripts/site/payment-site.ts'
import { addAccount, password } from '#tests/support/accounts.ts'
import { fillDetails, fillPromoCode, newGuest, openCheckout } from './page-guest.ts'
import { signIn } from './sign-in.ts'

export type World = { page: Page; site: PaymentSite; context: BrowserContext; settle(): Promise<void> }

/** How a browser gets a refusal. */
export type Scenario = {
	/** Opens the page and changes the database behind it. Gives a press of the button, and what undoes the change. */
	arrive(world: World): Promise<{ press(): Promise<unknown>; mend?(): Promise<unknown> }>
	/** A few words of the refusal. */
	says: RegExp
	/** The way on that the words name. */
	wayOn(page: Page): Locator
	status: number
	/** The label of the field that says it, where no list does (M22). */
	atField?: string
}

/** A refusal that no browser gets, and why. */
export type NeverMet = { never: string }

type Scenarios<Code extends string> = Record<Code, Scenario | NeverMet>

const link = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name })
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name })
const confirmButton = button(/^(Confirm Booking|Book anyway|Pay ₦)/)
const trim = { shopId: demoShopId, serviceId: demoServiceId }

/** Checkout is filled in, the database changes, and its button is pressed. */
function atCheckout(
	change: (world: World) => Promise<(() => Promise<unknown>) | undefined>,
	payment = 'Cash at the shop',
): Scenario['arrive'] {
	return async (world) => {
		const { page, site } = world
		await openCheckout(page, site, trim)
		await world.settle()
		await fillDetails(page, newGuest(), payment)
		const mend = await change(world)
		return { press: () => confirmButton(page).click(), mend }
	}
}

/** The shop is not as it was when the page was shown. */
const sql =
	(statement: string, undo?: string) =>
	async ({ site }: World) => {
		await site.database.change(statement)
		return undo === undefined ? undefined : () => site.database.change(undo)
	}

const withoutWrites = async ({ site }: World) => {
	site.proxy.inject({ kind: 'bad-gateway', writesOnly: true })
	return async () => site.proxy.heal()
}

/** A signed-in customer at checkout. */
function signedInAtCheckout(statement: string): Scenario['arrive'] {
	return async (world) => {
		const { page, site } = world
		const { userId } = await signIn(page, site)
		await openCheckout(page, site, trim)
		await world.settle()
		await page.getByLabel('Cash at the shop').check()
		await site.database.change(statement, userId)
		return { press: () => confirmButton(page).click() }
	}
}

/** Presses a smaller button of checkout. */
function pressing(arrive: Scenario['arrive'], name: RegExp, before?: (page: Page) => Promise<unknown>) {
	return async (world: World) => {
		const { mend } = await arrive(world)
		await before?.(world.page)
		return { press: () => world.page.getByRole('button', { name }).click(), mend }
	}
}

const promoTyped = (code: string) => (page: Page) => fillPromoCode(page, code)
const untouched = atCheckout(async () => undefined)
const held =
	(change: string) =>
	async ({ page, site }: World) => {
		const draftId = await page.locator('input[name="draft"]').inputValue()
		await site.database.change(change, draftId)
		return undefined
	}
const priceOf = (kobo: number) =>
	sql(
		`UPDATE services SET price_kobo = price_kobo + ${kobo} WHERE id = '${demoServiceId}'`,
		`UPDATE services SET price_kobo = price_kobo - ${kobo} WHERE id = '${demoServiceId}'`,
	)

/** On the page of times, at which the shop then changes. */
function atTimes(
	change: (world: World) => Promise<(() => Promise<unknown>) | undefined>,
): Scenario['arrive'] {
	return async (world) => {
		const { page, site } = world
		await openCheckout(page, site, trim)
		await page.goto('/booking/time-selection')
		await world.settle()
		await page.getByRole('radio').last().check()
		const mend = await change(world)
		return { press: () => page.getByRole('button', { name: 'Continue to Checkout' }).click(), mend }
	}
}

const ceiling: NeverMet = {
	never: 'a ceiling that takes many bookings to reach: counted and worded in worker and integration tests',
}

export const ofCheckout: Scenarios<CheckoutRefusal> = {
	service_not_offered: {
		arrive: atCheckout(
			sql(
				`UPDATE services SET is_enabled = 0 WHERE id = '${demoServiceId}'`,
				`UPDATE services SET is_enabled = 1 WHERE id = '${demoServiceId}'`,
			),
		),
		says: /Service Error/,
		wayOn: link('Choose another service'),
		status: 422,
	},
	staff_not_available: {
		never: 'a page of staff lists whoever is available now, and choosing holds nothing',
	},
	missing_date_time: {
		never: 'the browser itself asks for a time, and with script the button waits for one',
	},
	slot_taken: {
		async arrive(world) {
			let startsAt = ''
			const { site } = world
			const pickTime = (offered: string[]) => {
				startsAt = offered.at(-1) ?? ''
				return startsAt
			}
			const staff = `${demoShopId}-ngozi`
			const [row] = await site.database.rows(
				`SELECT member.id FROM staff_members member JOIN staff_services link ON link.staff_member_id = member.id
					WHERE link.service_id = ? AND member.is_active = 1 ORDER BY member.id LIMIT 1`,
				demoServiceId,
			)
			const choices = { ...trim, staff: String(row?.id ?? staff), pickTime }
			await openCheckout(world.page, site, choices)
			await world.settle()
			await fillDetails(world.page, newGuest())
			await held('UPDATE holds SET expires_at = 1 WHERE draft_id = ?')(world)
			await walkTo(openGuest(site.url), 'confirmation', { ...choices, startsAt })
			return { press: () => confirmButton(world.page).click() }
		},
		says: /Booking Conflict/,
		wayOn: button('Book this time'),
		status: 409,
	},
	slot_past: {
		arrive: atTimes(
			sql(
				`UPDATE shops SET minimum_notice_minutes = 500000 WHERE id = '${demoShopId}'`,
				`UPDATE shops SET minimum_notice_minutes = 60 WHERE id = '${demoShopId}'`,
			),
		),
		says: /Booking Conflict/,
		wayOn: link(/times/),
		status: 409,
	},
	slot_outside_hours: {
		never: 'needs a shop that shortens its hours meanwhile; its page is that of slot_past',
	},
	too_many_holds: {
		arrive: pressing(
			atCheckout(async ({ page, site }) => {
				for (const _ of [1, 2, 3]) {
					const guest = openGuest(site.url)
					const email = await page.getByLabel('Email').inputValue()
					const checkout = await walkTo(guest, 'checkout', trim)
					await guest.submit(checkout, 'form[method="post"]', { ...guest.details, email })
				}
				return undefined
			}),
			/^Apply$/,
			promoTyped('WELCOME10'),
		),
		says: /already on hold/,
		wayOn: confirmButton,
		status: 409,
	},
	hold_time_used: ceiling,
	too_many_network_holds: ceiling,
	too_many_guest_bookings: ceiling,
	too_many_appointments_ahead: ceiling,
	too_many_payment_starts: ceiling,
	promo_busy: ceiling,
	hold_not_renewable: {
		never: 'the button is shown near the end of a hold alone, and a second tab ends it for both',
	},
	add_on_does_not_fit: { never: 'met in refusals.test.ts (B3), with what is named' },
	promo_not_valid: {
		arrive: pressing(untouched, /^Apply$/, promoTyped('NOPE')),
		says: /not valid or expired/,
		wayOn: button('Apply'),
		status: 422,
		atField: 'Promo code',
	},
	referral_not_valid: { never: 'met in savings.test.ts, with the code of a friend' },
	referral_own_code: { never: 'met in savings.test.ts, where its customer is signed in' },
	reward_not_available: { never: 'met in savings.test.ts, where its customer is signed in' },
	cashback_not_available: {
		never: 'two bookings at once, in the same millisecond: a race and an integration test',
	},
	price_changed: {
		arrive: atCheckout(priceOf(100_000)),
		says: /total has changed/,
		wayOn: confirmButton,
		status: 409,
	},
	own_overlap: { never: 'met in refusals.test.ts, with the button that it names' },
	profile_error: {
		arrive: signedInAtCheckout('DELETE FROM sessions WHERE user_id = ?'),
		says: /Unable to load your profile/,
		wayOn: button('Sign In'),
		status: 409,
	},
	incomplete_profile: {
		arrive: signedInAtCheckout(`UPDATE profiles SET first_name = '' WHERE id = ?`),
		says: /first and last name/,
		wayOn: button('Change'),
		status: 422,
	},
	missing_contact: { never: 'an account has an e-mail: the column has no NULL' },
	promo_rate_limited: {
		never: 'counted for each network, which tests of a browser share; a worker test has it',
	},
	session_error: { never: 'leads to the page of services, whose message says so' },
	another_booking: { never: 'leads to the current booking, whose message says so' },
	reference_number_conflict: {
		arrive: atCheckout(
			sql(
				`CREATE TRIGGER all_in_use BEFORE INSERT ON appointments BEGIN
					SELECT RAISE(ABORT, 'UNIQUE constraint failed: appointments.reference_number'); END`,
				'DROP TRIGGER all_in_use',
			),
		),
		says: /Reference Number Conflict/,
		wayOn: confirmButton,
		status: 409,
	},
	invalid_selection: { never: 'constraints that no page of ours can break' },
	prepayment_required: {
		never: 'the page offers no other way to pay; an integration test has the change meanwhile',
	},
	totals_not_updated: {
		async arrive(world) {
			const { mend } = await atCheckout(withoutWrites)(world)
			return { press: () => world.page.getByLabel('First name').press('Enter'), mend }
		},
		says: /Failed to update booking totals/,
		wayOn: confirmButton,
		status: 503,
	},
	promo_not_checked: {
		arrive: pressing(atCheckout(withoutWrites), /^Apply$/, promoTyped('WELCOME10')),
		says: /Failed to validate promo code/,
		wayOn: button('Apply'),
		status: 503,
	},
	busy: {
		arrive: atCheckout(async ({ site }) => {
			site.proxy.inject({ kind: 'too-many-requests', writesOnly: true })
			return async () => site.proxy.heal()
		}),
		says: /busy/,
		wayOn: confirmButton,
		status: 503,
	},
	not_saved: { arrive: atCheckout(withoutWrites), says: /try again/, wayOn: confirmButton, status: 503 },
	invalid_amount: { never: 'a visit of ₦0 asks for no payment' },
	payment_below_minimum: {
		never: 'less than can be paid online is not asked for; integration tests post it',
	},
	missing_email: { never: 'an account has an e-mail, and a guest is asked for one' },
	too_many_payments: { never: 'takes eight payment pages; a worker test counts them' },
	payment_not_validated: {
		arrive: atCheckout(async ({ site }) => {
			let isRaised = false
			site.proxy.watch({
				async before({ isWrite }) {
					if (!isWrite || isRaised) return
					isRaised = true
					await site.database.change(
						`UPDATE services SET price_kobo = price_kobo + 100 WHERE id = '${demoServiceId}'`,
					)
				},
			})
			return async () => {
				site.proxy.heal()
				await site.database.change(
					`UPDATE services SET price_kobo = price_kobo - 100 WHERE id = '${demoServiceId}'`,
				)
			}
		}, 'Pay online now'),
		says: /has just changed/,
		wayOn: confirmButton,
		status: 409,
	},
	payment_conflict: { never: 'leads to the current booking, whose message says so' },
	payment_not_started: {
		arrive: atCheckout(async ({ site }) => {
			site.paystack.setBehaviour({ initialize: 'fail' })
			return undefined
		}, 'Pay online now'),
		says: /Payment initialisation failed/,
		wayOn: confirmButton,
		status: 502,
	},
	payment_no_url: {
		arrive: atCheckout(async ({ site }) => {
			site.paystack.setBehaviour({ initialize: 'no-url' })
			return undefined
		}, 'Pay online now'),
		says: /No authorization URL/,
		wayOn: confirmButton,
		status: 502,
	},
}

/** Signing in with an account that is as the statement leaves it. */
function signingIn(account: Parameters<typeof addAccount>[1], typed = password): Scenario['arrive'] {
	return async (world) => {
		const { page, site } = world
		const { email } = await addAccount(site.database, account)
		await page.goto('/login')
		await world.settle()
		await page.getByLabel('Email').fill(email)
		await page.getByLabel('Password', { exact: true }).fill(typed)
		return { press: () => page.getByRole('button', { name: 'Sign In' }).click() }
	}
}

const email = (name: string) => `${name}.${process.pid}.${Date.now()}@example.com`

export const ofAccounts: Scenarios<AuthRefusal['code']> = {
	invalid_credentials: {
		arrive: (world) => signingIn({ email: email('wrong') }, 'not my password')(world),
		says: /Invalid login credentials/,
		wayOn: link('Forgot your password'),
		status: 401,
	},
	profile_not_found: {
		arrive: (world) => signingIn({ email: email('none'), hasProfile: false })(world),
		says: /profile was not found/,
		wayOn: link('Continue as Guest'),
		status: 403,
	},
	role_not_client: {
		arrive: (world) => signingIn({ email: email('owner'), role: 'shop_owner' })(world),
		says: /for clients only/,
		wayOn: link('Continue as Guest'),
		status: 403,
	},
	role_not_set: {
		arrive: (world) => signingIn({ email: email('unset'), role: null })(world),
		says: /role is not set/,
		wayOn: link('Continue as Guest'),
		status: 403,
	},
	rate_limited: {
		async arrive(world) {
			const arrived = await signingIn({ email: email('often') }, 'not my password')(world)
			const typed = await world.page.getByLabel('Email').inputValue()
			for (const _ of Array.from({ length: 6 })) {
				await world.page.request.post('/login', {
					form: { email: typed, password: 'not my password' },
					headers: { origin: world.site.url },
				})
			}
			return { ...arrived, mend: () => world.site.database.change('DELETE FROM rate_limits') }
		},
		says: /Too many/,
		wayOn: link('Forgot your password'),
		status: 429,
	},
	weak_password: {
		async arrive(world) {
			const { page } = world
			await page.goto('/register')
			await world.settle()
			const typed = { 'First name': 'Chinedu', 'Last name': 'Obi', Email: email('weak') }
			for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text)
			for (const label of ['Password', 'Confirm password'])
				await page.getByLabel(label, { exact: true }).fill('chinedu1')
			return { press: () => page.getByRole('button', { name: 'Sign Up' }).click() }
		},
		says: /Your own name is easy to guess/,
		wayOn: (page) => page.getByLabel('Password', { exact: true }),
		status: 400,
	},
	link_not_valid: { never: 'the page of such a link says so in place of its form' },
	busy: { never: 'needs five passwords hashed at the same moment; a worker test has it' },
	unexpected: {
		never: 'a mistake of ours; records that are away are 503 with the form kept: a worker test has it',
	},
}

/** A signed-in customer on a page of their account. */
function signedInAt(path: string, fill: (page: Page) => Promise<unknown>, name: string): Scenario['arrive'] {
	return async (world) => {
		const { page, site } = world
		await signIn(page, site)
		await page.goto(path)
		await world.settle()
		await fill(page)
		return { press: () => page.getByRole('button', { name }).click() }
	}
}

export const ofProfile: Scenarios<ProfileRefusal['code']> = {
	wrong_password: {
		arrive: signedInAt('/profile/edit', (page) => page.getByLabel('Email').fill(email('new')), 'Save'),
		says: /enter your password/,
		wayOn: button('Save'),
		status: 422,
	},
	rate_limited: { never: 'counted and worded as at signing in' },
	email_used: { never: 'is asked after the password; an integration test has it' },
	too_many_changes: { never: 'comes after three changes with the password; an integration test has it' },
	not_signed_in: { never: 'leads to signing in' },
}

export const ofDeletion: Scenarios<DeleteRefusal['code']> = {
	wrong_password: {
		arrive: signedInAt(
			'/settings/delete',
			(page) => page.getByLabel('Your password').fill('not my password'),
			'Delete my account',
		),
		says: /not your password/,
		wayOn: button('Delete my account'),
		status: 422,
	},
	rate_limited: { never: 'counted and worded as at signing in' },
	value_not_given_up: {
		never: 'a browser asks for the tick itself; a worker test sends the form without it',
	},
	has_money_under_way: { never: 'the page and its words are those of has_appointments_ahead' },
	has_appointments_ahead: {
		never: 'the page says so in place of its form; a second tab meets it as a worker test',
	},
}

/** A signed-in customer who has found a program; then the world changes, and they press Enroll Now. */
function atProgram(
	change: (world: World, userId: string) => Promise<(() => Promise<unknown>) | undefined>,
): Scenario['arrive'] {
	return async (world) => {
		const { page, site } = world
		const { userId } = await signIn(page, site)
		await page.goto('/loyalty-enrollment?q=crown')
		await world.settle()
		const mend = await change(world, userId)
		return { press: () => page.getByRole('button', { name: /^Enroll Now/ }).click(), mend }
	}
}

export const ofEnrollment: Scenarios<EnrollmentRefusal> = {
	already_enrolled: {
		arrive: atProgram(async ({ site }, userId) => {
			await site.database.change(
				`INSERT INTO loyalty_enrollments (id, program_id, shop_id, user_id, enrolled_at) SELECT ?, id, shop_id, ?, 0
				FROM loyalty_programs WHERE id = 'ade-hair-studio-card'`,
				`of ${userId}`,
				userId,
			)
			return undefined
		}),
		says: /Already enrolled/,
		wayOn: link('Open your wallet'),
		status: 409,
	},
	program_ended: {
		arrive: atProgram(
			sql(
				`UPDATE loyalty_programs SET status = 'ended' WHERE id = 'ade-hair-studio-card'`,
				`UPDATE loyalty_programs SET status = 'active' WHERE id = 'ade-hair-studio-card'`,
			),
		),
		says: /This program has ended/,
		wayOn: link('Show all programs'),
		status: 409,
	},
	insufficient_contact_info: {
		arrive: atProgram(async ({ site }, userId) => {
			await site.database.change(`UPDATE profiles SET email = '' WHERE id = ?`, userId)
			return undefined
		}),
		says: /needs an email or a phone number/,
		wayOn: link('Complete your profile'),
		status: 422,
	},
	busy: {
		arrive: atProgram(async ({ site }) => {
			site.proxy.inject({ kind: 'too-many-requests', writesOnly: true })
			return async () => site.proxy.heal()
		}),
		says: /Very busy right now/,
		wayOn: button(/^Enroll Now/),
		status: 503,
	},
	not_saved: {
		arrive: atProgram(withoutWrites),
		says: /Could not save/,
		wayOn: button(/^Enroll Now/),
		status: 503,
	},
	invalid_reference: { never: 'a program ends and is never deleted; a worker test posts a made-up one' },
	permission_denied: { never: 'leads to signing in' },
	unexpected: { never: 'a bug of ours; a worker test has it' },
}
