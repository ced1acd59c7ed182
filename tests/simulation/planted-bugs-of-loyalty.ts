/** Mistakes of promo codes, stamps, rewards, cashback and referrals. */
export const bugsOfLoyalty = [
	{
		name: 'promo-counter-apart',
		mistake:
			'The counter of a promo code goes down for booked appointments alone, and stays up after an abandoned payment.',
		file: 'migrations/0003_booking.sql',
		find: 'CREATE TRIGGER promo_uses_count_down AFTER DELETE ON promo_uses',
		replace: `CREATE TRIGGER promo_uses_count_down AFTER DELETE ON promo_uses
WHEN EXISTS (SELECT 1 FROM appointments WHERE checkout_id = OLD.checkout_id)`,
		foundAt: { seed: 1, seconds: 4 },
	},
	{
		name: 'cashback-minted-by-undoing',
		mistake:
			'An appointment that is undone and completed again gives its cashback anew, also where the first was spent.',
		file: 'app/flows/lifecycle/cashback.server.ts',
		find: 'const earnedAgainKobo = Math.min(amountKobo, owedKobo)',
		replace: 'const earnedAgainKobo = 0',
		foundAt: { seed: 1, seconds: 5 },
	},
	{
		name: 'passed-stamp-is-lost',
		mistake:
			'Undoing the stamped appointment of a day lowers the card although another one of that day gets the stamp.',
		file: 'app/flows/lifecycle/on-completion-undone.server.ts',
		find: 'const isLost = counted.isStamp && otherOfDay === null',
		replace: 'const isLost = counted.isStamp',
		foundAt: { seed: 1, seconds: 7 },
	},
	{
		name: 'missed-appointment-leaves-its-reward-open',
		mistake: 'A reward that was taken for an appointment is not used up when the customer does not come.',
		file: 'app/flows/booking/close-appointment.server.ts',
		find: `...deps.booking.appointments.missAppointment(appointment, now),
			deps.loyalty.savingUses.closeReward(appointment.appointmentId, now),`,
		replace: '...deps.booking.appointments.missAppointment(appointment, now),',
		foundAt: { seed: 12, seconds: 144 },
	},
	{
		name: 'undone-referral-stays-paid',
		mistake:
			'Undoing a friend’s appointment leaves the referrer their cashback, and completing it pays once more.',
		file: 'app/flows/lifecycle/settle-referral.server.ts',
		find: "amountKobo: referral.status === 'paid' ? referral.referrerKobo : 0,",
		replace: 'amountKobo: 0,',
		foundAt: { seed: 3, seconds: 27 },
	},
	{
		name: 'cashback-reserved-twice',
		mistake:
			'Two checkouts at once take the same cashback: its balance is looked at when it is read, and not when it is taken.',
		file: 'app/domain/loyalty/saving-use-repository.server.ts',
		find: ` AND \${leftIn(sql\`\${cashbackAccounts.id}\`)} >= \${cashbackKobo}`,
		replace: '',
		foundAt: { seed: 5, seconds: 58 },
	},
	{
		name: 'abandoned-checkout-keeps-its-cashback',
		mistake: 'The job that lets abandoned checkouts go does not look for checkouts that keep cashback alone.',
		file: 'db/lapsed-checkouts.server.ts',
		find: `OR \${keeps(cashbackUses)} OR`,
		replace: 'OR',
		foundAt: { seed: 1, seconds: 8 },
	},
]
