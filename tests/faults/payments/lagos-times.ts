import { timeText } from '#app/kernel/civil.ts'
import { lagos, tuesday } from '#tests/support/small-shop.ts'

/** The nine visits of an hour that one person has time for on that day. */
export const lagosTimes = Array.from({ length: 9 }, (_, hour) => lagos(tuesday, timeText((9 + hour) * 60)))
