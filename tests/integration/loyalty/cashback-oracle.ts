/** What a shop of the model pays back of what was paid for a visit, without what cashback paid. */
const PERCENT = 10
/** What each visit costs. */
export const PRICE_KOBO = 500_000
/** Of what is left to pay, the part that is paid online. */
const DEPOSIT_PERCENT = 50

type Visit = {
	status: 'open' | 'completed' | 'cancelled'
	discountKobo: number
	/** What of it cashback paid. */
	usedKobo: number
	/** What is paid online, and not refunded. */
	onlineKobo: number
	/** What its completion has given, as far as it is earned still, and of which payment. */
	givenKobo: number
	spentKobo: number
}

/** Cashback of one customer at one shop, counted by hand: in naira, as a person would do it on paper. */
export class CashbackOracle {
	balanceKobo = 0
	writtenOffKobo = 0
	readonly visits: Visit[] = []

	book({
		discountKobo,
		usesCashback,
		isOnline,
	}: {
		discountKobo: number
		usesCashback: boolean
		isOnline: boolean
	}) {
		const totalKobo = PRICE_KOBO - discountKobo
		const usedKobo = usesCashback ? Math.min(this.balanceKobo, totalKobo) : 0
		this.balanceKobo -= usedKobo
		const onlineKobo = isOnline ? wholeNaira(((totalKobo - usedKobo) * DEPOSIT_PERCENT) / 100) : 0
		this.visits.push({ status: 'open', discountKobo, usedKobo, onlineKobo, givenKobo: 0, spentKobo: 0 })
	}

	complete(place: number) {
		const visit = this.of(place)
		visit.status = 'completed'
		visit.spentKobo = PRICE_KOBO - visit.discountKobo - visit.usedKobo
		visit.givenKobo = wholeNaira((visit.spentKobo * PERCENT) / 100)
		this.balanceKobo += visit.givenKobo
	}

	undo(place: number) {
		const visit = this.of(place)
		visit.status = 'open'
		this.takeBack(visit.givenKobo)
		visit.givenKobo = 0
	}

	cancel(place: number) {
		const visit = this.of(place)
		visit.status = 'cancelled'
		this.balanceKobo += visit.usedKobo
		visit.usedKobo = 0
		visit.onlineKobo = 0
	}

	/** The shop sends what was paid online back, though the visit stays. */
	refund(place: number) {
		const visit = this.of(place)
		if (visit.status === 'completed') {
			const keptKobo = visit.spentKobo - visit.onlineKobo
			const stillGivenKobo = wholeNaira((visit.givenKobo * keptKobo) / visit.spentKobo)
			this.takeBack(visit.givenKobo - stillGivenKobo)
			visit.givenKobo = stillGivenKobo
			visit.spentKobo = keptKobo
		}
		visit.onlineKobo = 0
	}

	private takeBack(amountKobo: number) {
		const takenKobo = Math.min(amountKobo, this.balanceKobo)
		this.balanceKobo -= takenKobo
		this.writtenOffKobo += amountKobo - takenKobo
	}

	of(place: number): Visit {
		const visit = this.visits[place]
		if (!visit) throw new Error(`no visit ${place}`)
		return visit
	}
}

function wholeNaira(amountKobo: number): number {
	return Math.floor(amountKobo / 100 + 0.5) * 100
}
