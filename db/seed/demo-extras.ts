import type { DiscountType } from '#app/kernel/vocabulary/booking.ts'

/** What the import's file cannot say of a demo shop. */
export type DemoExtras = {
	picture?: string
	/** Days from today, inclusive. */
	featured?: { fromDay: number; untilDay: number }
	prepayAfterNoShows?: number
	/** No hours on today's weekday. */
	closedToday?: boolean
	/** All working time of its staff tomorrow is booked. */
	fullTomorrow?: boolean
	/** By the id of a member of staff, in days from today. */
	daysOff?: Readonly<Record<string, readonly number[]>>
	promoCodes?: readonly DemoPromoCode[]
	/** The part of the total that its newest completed visits paid online. Such a shop has payouts and no e-mail. */
	paidOnlinePercent?: number
	history: {
		pastAppointments: number
		upcomingAppointments: number
		/** The share of completed visits with a review, and of reviews with five stars. */
		reviewShare: number
		fiveShare: number
	}
	/** Names longer than the import takes, for testing pages; services by their id in the file. */
	longName?: string
	longServiceNames?: Readonly<Record<string, string>>
}

export type DemoPromoCode = {
	code: string
	discountType: DiscountType
	/** Percent, or naira. */
	discountValue: number
	/** Days from today; absent: never. */
	expiresOnDay?: number
	maxUses?: number
	minimumNaira?: number
	/** Completed visits that used it. */
	uses?: number
}

/**
 * By a shop's short name in `shops/*.json`. Invented shops: no person has their phones (+234 700 000) and accounts
 * (000000).
 */
export const demoExtras: Readonly<Record<string, DemoExtras>> = {
	'ade-hair-studio': {
		featured: { fromDay: -7, untilDay: 30 },
		daysOff: { 'ade-hair-studio-folasade': [3] },
		promoCodes: [
			{ code: 'WELCOME10', discountType: 'percent', discountValue: 10, uses: 4 },
			{ code: 'SAVE500', discountType: 'amount', discountValue: 500, maxUses: 500, uses: 2 },
			{ code: 'EXPIRED20', discountType: 'percent', discountValue: 20, expiresOnDay: -14, uses: 2 },
			{ code: 'USEDUP', discountType: 'amount', discountValue: 1_000, maxUses: 2, uses: 2 },
			{ code: 'BIGSPEND', discountType: 'percent', discountValue: 15, minimumNaira: 20_000 },
			{ code: 'FREE100', discountType: 'percent', discountValue: 100, maxUses: 50 },
		],
		history: { pastAppointments: 60, upcomingAppointments: 12, reviewShare: 0.75, fiveShare: 0.8 },
	},
	'itura-spa': {
		picture: '/pictures/itura-spa.svg',
		featured: { fromDay: -3, untilDay: 21 },
		daysOff: { 'itura-spa-uzoamaka': [2, 5] },
		promoCodes: [{ code: 'WELCOME10', discountType: 'percent', discountValue: 10, uses: 1 }],
		history: { pastAppointments: 38, upcomingAppointments: 8, reviewShare: 0.8, fiveShare: 0.9 },
	},
	'palm-house': {
		prepayAfterNoShows: 2,
		history: { pastAppointments: 22, upcomingAppointments: 5, reviewShare: 0.6, fiveShare: 0.6 },
	},
	'nailed-by-zina': {
		picture: '/pictures/nailed-by-zina.svg',
		featured: { fromDay: 10, untilDay: 24 },
		daysOff: { 'nailed-by-zina-zina': [4] },
		promoCodes: [{ code: 'WELCOME10', discountType: 'percent', discountValue: 10 }],
		history: { pastAppointments: 34, upcomingAppointments: 8, reviewShare: 0.7, fiveShare: 0.75 },
	},
	'kings-and-kuts': {
		history: { pastAppointments: 55, upcomingAppointments: 14, reviewShare: 0.5, fiveShare: 0.7 },
	},
	'surulere-strength': {
		featured: { fromDay: -40, untilDay: -10 },
		history: { pastAppointments: 26, upcomingAppointments: 6, reviewShare: 0.6, fiveShare: 0.7 },
	},
	'eko-dance-and-fitness': {
		history: { pastAppointments: 0, upcomingAppointments: 3, reviewShare: 0, fiveShare: 0 },
	},
	'mama-iyabo': {
		promoCodes: [{ code: 'WELCOME10', discountType: 'percent', discountValue: 10, uses: 1 }],
		history: { pastAppointments: 30, upcomingAppointments: 6, reviewShare: 0.65, fiveShare: 0.8 },
		longName:
			'Mama Ìyábọ̀ & Daughters Traditional and Contemporary Hair Braiding, Threading, Natural Hair Care and Bridal Gèlè Styling Parlour',
		longServiceNames: {
			'bridal-gele':
				'Bridal gèlè tying with matching ìpèlè folding for the bride, her mother and her mother-in-law',
			threading: 'Irun kíkó: traditional African threading for stretching natural hair without heat',
		},
	},
	'kofi-and-curls': {
		history: { pastAppointments: 24, upcomingAppointments: 6, reviewShare: 0.7, fiveShare: 0.65 },
	},
	'ibeju-glow-bar': {
		history: { pastAppointments: 12, upcomingAppointments: 4, reviewShare: 0.5, fiveShare: 0.5 },
	},
	'amara-skin-clinic': {
		featured: { fromDay: -1, untilDay: 14 },
		promoCodes: [
			{ code: 'WELCOME10', discountType: 'percent', discountValue: 10 },
			{ code: 'GLOW5000', discountType: 'amount', discountValue: 5_000, minimumNaira: 30_000, uses: 2 },
		],
		history: { pastAppointments: 30, upcomingAppointments: 6, reviewShare: 0.8, fiveShare: 0.85 },
	},
	'gwarinpa-braids': {
		picture: '/pictures/gwarinpa-braids.svg',
		daysOff: { 'gwarinpa-braids-rukayya': [1, 2] },
		promoCodes: [{ code: 'WELCOME10', discountType: 'percent', discountValue: 10 }],
		history: { pastAppointments: 36, upcomingAppointments: 9, reviewShare: 0.6, fiveShare: 0.7 },
	},
	'zuma-nail-bar': {
		history: { pastAppointments: 0, upcomingAppointments: 0, reviewShare: 0, fiveShare: 0 },
	},
	'hasken-spa': {
		paidOnlinePercent: 30,
		history: { pastAppointments: 20, upcomingAppointments: 4, reviewShare: 0.7, fiveShare: 0.85 },
	},
	'garden-city-nails': {
		closedToday: true,
		promoCodes: [{ code: 'WELCOME10', discountType: 'percent', discountValue: 10 }],
		history: { pastAppointments: 28, upcomingAppointments: 6, reviewShare: 0.65, fiveShare: 0.7 },
	},
	'trans-amadi-fitness': {
		history: { pastAppointments: 18, upcomingAppointments: 5, reviewShare: 0.6, fiveShare: 0.6 },
	},
	'bodija-beauty-lounge': {
		picture: '/pictures/bodija-beauty-lounge.svg',
		fullTomorrow: true,
		promoCodes: [{ code: 'WELCOME10', discountType: 'percent', discountValue: 10 }],
		history: { pastAppointments: 30, upcomingAppointments: 8, reviewShare: 0.7, fiveShare: 0.7 },
	},
	'ewa-naturals': {
		featured: { fromDay: -60, untilDay: -30 },
		history: { pastAppointments: 9, upcomingAppointments: 3, reviewShare: 0, fiveShare: 0 },
	},
	'dugbe-barbers': {
		history: { pastAppointments: 24, upcomingAppointments: 6, reviewShare: 0.5, fiveShare: 0.6 },
	},
}
