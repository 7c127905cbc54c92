import HubContracts
import Testing

@Suite struct FleetTests {
  @Test func `each domain has exactly one owner`() {
    for domain in Domain.allCases {
      let owners = Fleet.products.filter { $0.domains.contains(domain) }

      #expect(owners.count == 1, "\(domain)")
      #expect(Fleet.owner(of: domain)?.name == owners.first?.name)
    }
  }

  @Test func `names and titles are unique, and a name finds its product`() {
    let names = Fleet.products.map(\.name)

    #expect(Set(names).count == names.count)
    #expect(Set(Fleet.products.map(\.title)).count == names.count)
    for name in names { #expect(Fleet.product(named: name)?.name == name) }
    #expect(Fleet.product(named: "nowhere") == nil)
  }

  @Test func `an absorbed product names an active one and owns no domain any more`() {
    var absorbed = 0
    for product in Fleet.products {
      guard case .absorbed(let name) = product.status else { continue }
      absorbed += 1

      #expect(Fleet.product(named: name)?.status == .active)
      #expect(product.domains.isEmpty)
    }

    #expect(absorbed == 1)
  }

  @Test func `a device writes to the domains of its product, unless the product is elsewhere`() {
    for product in Fleet.products {
      let isOnDevices = product.authority == .devices

      #expect(product.deviceDomains == (isOnDevices ? product.domains : []), "\(product.name)")
      #expect(isOnDevices || !product.canConnect, "\(product.name)")
    }
    #expect(Fleet.product(named: "live")?.authority == .service)
  }

  @Test func `an active product owns a domain`() {
    for product in Fleet.products where product.status == .active {
      #expect(!product.domains.isEmpty, "\(product.name)")
    }
  }

  @Test func `numbers for storage never change, and from 1000 on they are of other repositories`() {
    let ours = Domain.allCases.filter { $0.number < 1_000 }

    #expect(ours.map(\.number) == [1, 2, 3, 4, 5, 6, 7, 8, 9], "a number names stored rows")
    for domain in Domain.allCases { #expect(Domain(number: domain.number) == domain) }
    for number in [0, 10, -1, Int64.max] { #expect(Domain(number: number) == nil) }
    #expect(
      ours.map(\.rawValue) == [
        "anchor", "calorie", "setline", "kith", "live", "habits", "journal", "asteroid",
        "sample",
      ])
  }
}
