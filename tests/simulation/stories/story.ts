import type { Teller } from '../teller.ts'
import type { Town } from '../town.ts'
import type { SimulatedShop } from '../town-shop.ts'
import type { World } from '../world.ts'
import type { PublicNews } from './public-news.ts'

/** What a story knows: the installation, the town, and what others can see of appointments and sessions. */
export type Setting = { world: World; town: Town; shop: SimulatedShop; news: PublicNews; me: Teller }

/** Acts from its beginning to its end. */
export type Story = (setting: Setting) => Promise<void>
