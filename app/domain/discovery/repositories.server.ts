import type { Database } from '#db/client.server.ts'
import { createCatalogueRepository } from './catalogue-repository.server.ts'
import { createDiscoveryRepository } from './discovery-repository.server.ts'
import { createListedShopRepository } from './listed-shop-repository.server.ts'
import { createOpeningRepository } from './opening-repository.server.ts'
import { createPhotoReportRepository } from './photo-report-repository.server.ts'
import { createPhotoRepository } from './photo-repository.server.ts'
import { createPublicAddressRepository } from './public-address-repository.server.ts'
import { createShopBeginningRepository } from './shop-beginning-repository.server.ts'
import { createShopDetailsRepository } from './shop-details-repository.server.ts'
import { createShopOfferRepository } from './shop-offer-repository.server.ts'

export function createDiscoveryRepositories(read: Database['read']) {
	return {
		shops: createDiscoveryRepository(read),
		listedShops: createListedShopRepository(read),
		openings: createOpeningRepository(read),
		publicAddresses: createPublicAddressRepository(read),
		catalogue: createCatalogueRepository(read),
		shopOffers: createShopOfferRepository(read),
		beginnings: createShopBeginningRepository(read),
		details: createShopDetailsRepository(read),
		photos: { ...createPhotoRepository(read), ...createPhotoReportRepository(read) },
	}
}
