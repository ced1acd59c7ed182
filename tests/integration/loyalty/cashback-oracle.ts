/** What a shop of the model pays back of what was paid for a visit, without what cashback paid. */
const PERCENT = 10
/** What each visit costs. */
export const PRICE_KOBO = 500_000
/** Of what is left to pay, the part that is paid online. */
const DEPOSIT_PERCENT = 50

type AppointmentInState = {
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
	readonly appointments: AppointmentInState[] = []
	/** What could not be reversed, and of which visit: it is owed until it is paid or earned again. */
	private readonly debts: { place: number; owedKobo: number; at: number }[] = []
	/** How much of it was paid or earned again. */
	repaidKobo = 0
	earnedAgainKobo = 0

	get owedKobo(): number {
		return this.debts.reduce((sum, { owedKobo }) => sum + owedKobo, 0)
	}

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
		this.appointments.push({ status: 'open', discountKobo, usedKobo, onlineKobo, givenKobo: 0, spentKobo: 0 })
	}

	complete(place: number) {
		const appointment = this.of(place)
		appointment.status = 'completed'
		appointment.spentKobo = PRICE_KOBO - appointment.discountKobo - appointment.usedKobo
		appointment.givenKobo = wholeNaira((appointment.spentKobo * PERCENT) / 100)
		const earnedAgainKobo = this.settle(appointment.givenKobo, place)
		this.earnedAgainKobo += earnedAgainKobo
		this.balanceKobo += appointment.givenKobo - earnedAgainKobo
	}

	undo(place: number, at: number) {
		const appointment = this.of(place)
		appointment.status = 'open'
		this.takeBack({ place, amountKobo: appointment.givenKobo, at })
		appointment.givenKobo = 0
	}

	cancel(place: number) {
		const appointment = this.of(place)
		appointment.status = 'cancelled'
		const repaidKobo = this.settle(appointment.usedKobo)
		this.repaidKobo += repaidKobo
		this.balanceKobo += appointment.usedKobo - repaidKobo
		appointment.usedKobo = 0
		appointment.onlineKobo = 0
	}

	/** The shop sends what was paid online back, though the visit stays. */
	refund(place: number, at: number) {
		const appointment = this.of(place)
		if (appointment.status === 'completed') {
			const keptKobo = appointment.spentKobo - appointment.onlineKobo
			const stillGivenKobo = wholeNaira((appointment.givenKobo * keptKobo) / appointment.spentKobo)
			this.takeBack({ place, amountKobo: appointment.givenKobo - stillGivenKobo, at })
			appointment.givenKobo = stillGivenKobo
			appointment.spentKobo = keptKobo
		}
		appointment.onlineKobo = 0
	}

	private takeBack({ place, amountKobo, at }: { place: number; amountKobo: number; at: number }) {
		const takenKobo = Math.min(amountKobo, this.balanceKobo)
		this.balanceKobo -= takenKobo
		this.debts.push({ place, owedKobo: amountKobo - takenKobo, at })
		this.debts.sort((one, other) => one.at - other.at)
	}

	/** The oldest debts first, of one visit or of all. Gives how much of the sum went there. */
	private settle(amountKobo: number, place?: number): number {
		let leftKobo = amountKobo
		for (const debt of this.debts) {
			if (place !== undefined && debt.place !== place) continue
			const paidKobo = Math.min(debt.owedKobo, leftKobo)
			debt.owedKobo -= paidKobo
			leftKobo -= paidKobo
		}
		return amountKobo - leftKobo
	}

	of(place: number): AppointmentInState {
		const appointment = this.appointments[place]
		if (!appointment) throw new Error(`no visit ${place}`)
		return appointment
	}
}

function wholeNaira(amountKobo: number): number {
	return Math.floor(amountKobo / 100 + 0.5) * 100
}
