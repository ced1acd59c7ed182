import type { ProgramStatus, RewardKind } from '#app/kernel/vocabulary/loyalty.ts'

export type DemoPrograms = {
	shopId: string
	card?: DemoCard
	cashback?: DemoProgram & { percent: number }
}

type DemoProgram = {
	name: string
	description: string
	status?: ProgramStatus
	minimumNaira?: number
	/** Validity of a reward's code; default: the table's. */
	rewardDays?: number
	/** Days from today; absent: never. */
	expiresOnDay?: number
	goldVisits?: number
	platinumVisits?: number
	/** For both sides; absent: no referral. */
	referralNaira?: number
}

type DemoCard = DemoProgram & {
	visitsRequired: number
	isCyclic: boolean
	milestones: readonly DemoMilestone[]
}

type DemoMilestone = { visits: number; description: string } & (
	| { kind: 'discount'; percent: number }
	| { kind: 'discount' | 'cashback'; naira: number }
	/** The key of a service. */
	| { kind: 'free_service'; service: string }
	| { kind: Exclude<RewardKind, 'discount' | 'cashback' | 'free_service'> }
)

/** Half of the demo shops, with programs and rewards of every kind. */
export const demoPrograms: readonly DemoPrograms[] = [
	{
		shopId: 'ade-hair-studio',
		card: {
			name: 'Adé Crown Card',
			description: 'Ten visits, three rewards, then a fresh card.',
			visitsRequired: 10,
			isCyclic: true,
			minimumNaira: 2_000,
			referralNaira: 10,
			milestones: [
				{ visits: 3, kind: 'discount', percent: 10, description: '10% off your next visit' },
				{ visits: 6, kind: 'cashback', naira: 1_000, description: '₦1,000 cashback to spend here' },
				{ visits: 10, kind: 'free_service', service: 'wash-and-set', description: 'Free wash and set' },
			],
		},
		cashback: {
			name: 'Adé Cashback',
			description: 'A little back each time you pay us.',
			percent: 5,
		},
	},
	{
		shopId: 'itura-spa',
		cashback: {
			name: 'Ìtura Cashback',
			description: 'Rest now, save on the next one.',
			percent: 10,
			minimumNaira: 10_000,
		},
	},
	{
		shopId: 'palm-house',
		card: {
			name: 'Palm House Rainy Season Card',
			description: 'For those who came in the rain.',
			status: 'ended',
			visitsRequired: 5,
			isCyclic: false,
			milestones: [{ visits: 5, kind: 'manual', description: 'A bowl of pepper soup on the house' }],
		},
	},
	{
		shopId: 'nailed-by-zina',
		card: {
			name: 'Five Fingers',
			description: 'One hand, one reward.',
			visitsRequired: 5,
			isCyclic: true,
			rewardDays: 60,
			referralNaira: 10,
			milestones: [{ visits: 5, kind: 'discount', naira: 5_000, description: '₦5,000 off your next set' }],
		},
	},
	{
		shopId: 'kings-and-kuts',
		card: {
			name: 'The Royal Dozen',
			description: 'Twelve cuts, and you know the chair by heart.',
			visitsRequired: 12,
			isCyclic: true,
			goldVisits: 8,
			platinumVisits: 20,
			milestones: [
				{ visits: 4, kind: 'upgrade', description: 'Hot towel and beard oil with your next cut' },
				{ visits: 8, kind: 'free_service', service: 'beard', description: 'Free beard shape' },
				{ visits: 12, kind: 'free_service', service: 'fade', description: 'Free skin fade' },
			],
		},
		cashback: {
			name: 'Kings Cashback',
			description: 'The crown pays back.',
			percent: 5,
			referralNaira: 10,
			minimumNaira: 3_000,
		},
	},
	{
		shopId: 'mama-iyabo',
		card: {
			name: 'Mama Ìyábọ̀ & Daughters Mothers, Aunties, Sisters and Nieces Family Hair Card',
			description: 'From the first threading to the bridal gèlè, for the whole house.',
			visitsRequired: 10,
			isCyclic: false,
			expiresOnDay: 180,
			milestones: [
				{ visits: 2, kind: 'milestone_reward', description: 'A hand-carved wooden comb' },
				{ visits: 5, kind: 'free_service', service: 'threading', description: 'Free threading' },
				{ visits: 10, kind: 'custom', description: 'A gèlè tied for you on the day you choose' },
			],
		},
	},
	{
		shopId: 'amara-skin-clinic',
		cashback: {
			name: 'Glow Back',
			description: 'Good skin takes time; we reward it.',
			percent: 5,
			minimumNaira: 20_000,
			expiresOnDay: 90,
		},
	},
	{
		shopId: 'gwarinpa-braids',
		card: {
			name: 'Braids Club',
			description: 'Come often, pay less.',
			visitsRequired: 10,
			isCyclic: true,
			milestones: [
				{ visits: 5, kind: 'discount', percent: 15, description: '15% off your next braids' },
				{ visits: 10, kind: 'discount', percent: 50, description: 'Half price on your next visit' },
			],
		},
	},
	{
		shopId: 'garden-city-nails',
		card: {
			name: 'Garden Five',
			description: 'Five visits and the sixth is on us.',
			visitsRequired: 5,
			isCyclic: false,
			milestones: [{ visits: 5, kind: 'free_service', service: 'manicure', description: 'Free manicure' }],
		},
	},
	{
		shopId: 'bodija-beauty-lounge',
		card: {
			name: 'Bódìjà Twelve',
			description: 'A reward for each season of the year.',
			visitsRequired: 12,
			isCyclic: true,
			milestones: [
				{ visits: 3, kind: 'discount', naira: 500, description: '₦500 off your next visit' },
				{ visits: 6, kind: 'cashback', naira: 2_000, description: '₦2,000 cashback to spend here' },
				{ visits: 12, kind: 'free_service', service: 'blow-out', description: 'Free blow-out' },
			],
		},
		cashback: { name: 'Lounge Cashback', description: 'Ten percent back, every time.', percent: 10 },
	},
]
