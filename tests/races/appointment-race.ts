import type { Instant } from '#app/kernel/instant.ts'
import { type ActRace, withActRacers } from './act-race.ts'

type OfAppointment = { shopId: string; referenceNumber: string; now: Instant }

/** One tap on one of a shop's devices, or a customer's post at the same moment. */
export type AppointmentAct =
	| ({ kind: 'complete' | 'miss' | 'cancel' | 'undo' | 'transfer' } & OfAppointment)
	| { kind: 'move'; appointmentId: string; startsAt: Instant; now: Instant }
	| {
			kind: 'change'
			appointmentId: string
			serviceId: string
			/** What the customer saw. */
			startsAt: Instant
			sequence: number
			shown: string
			staffMemberId: string
			now: Instant
	  }
	| {
			kind: 'walk-in'
			shopId: string
			serviceId: string
			staffMemberId: string
			draftId: string
			startsAt: Instant
			now: Instant
	  }
	| {
			kind: 'block'
			blockId: string
			shopId: string
			staffMemberId: string
			startsAt: Instant
			endsAt: Instant
			now: Instant
	  }

export type AppointmentRace = ActRace<AppointmentAct>

/** Four processes for the races of a file; gives how often it ended in each way. */
export const withAppointmentRacers = () => withActRacers<AppointmentAct>('appointment-racer.ts')
