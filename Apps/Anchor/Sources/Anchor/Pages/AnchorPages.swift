import AppShell

struct AnchorPages {
  let app: AnchorApp
  var pages: AppPages { AppPages(navigation: [], routes: []) }
}
