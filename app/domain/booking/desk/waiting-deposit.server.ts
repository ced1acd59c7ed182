import type { WaitingDeposit } from '#app/domain/booking/checkout/deposit-link-repository.server.ts'
import { clockOrMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'

/** 'Waits for a ₦5,000 deposit until 3:10 PM · Cut'. */
export function waitingDepositWords(
	{ dueKobo, heldUntilAt, serviceNames }: WaitingDeposit,
	zone: string,
	now: Instant,
): string {
	return `Waits for a ${formatNaira(dueKobo)} deposit until ${clockOrMomentLabelAt(zone, heldUntilAt, now)} · ${serviceNames}`
}
