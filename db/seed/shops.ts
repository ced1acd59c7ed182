import type { DemoShop } from './demo-shop.ts'
import { abujaShops } from './shops-abuja.ts'
import { ibadanShops } from './shops-ibadan.ts'
import { lagosShops } from './shops-lagos.ts'
import { portHarcourtShops } from './shops-port-harcourt.ts'

/**
 * The demo businesses. They are invented: streets and coordinates are real, but phone numbers are in +234 700 000 and
 * account numbers begin with 000000, where no person's are.
 */
export const demoShops: readonly DemoShop[] = [
	...lagosShops,
	...abujaShops,
	...portHarcourtShops,
	...ibadanShops,
]
