import HubCore
import ToolboxHTTP
import WebInterface

/// The fields with which a person proves once more who they are, for every form that needs it.
struct ProofFields {
  static let password = "password"
  /// Not "code": that is what apps show.
  static let factor = "factor"

  enum Problem: Equatable {
    case missing
    case refused
  }

  /// Whether the account has an authenticator.
  let needsCode: Bool
  var hint: HTML = .empty
  var problem: Problem?
  var isFocused = false

  var html: HTML {
    HTML([
      field("Your password", Self.password, .password) {
        $0.hint = hint
        $0.attributes = [.when(isFocused, .autofocus)]
        $0.error = error
      },
      needsCode ? codeField : .empty,
    ])
  }

  private var codeField: HTML {
    field("Code of your authenticator", Self.factor, .oneTimeCode) {
      $0.hint = "Six digits, or one of your recovery codes."
    }
  }

  private var error: HTML {
    switch (problem, needsCode) {
    case (.missing, _): "Your password is needed for this."
    case (.refused, false): "This is not your password."
    case (.refused, true): "Password and code do not fit. Each code works once."
    case (nil, _): .empty
    }
  }
}

extension PostedForm {
  /// What a person typed in ``ProofFields``.
  var proof: IdentityService.Proof {
    IdentityService.Proof(password: self[ProofFields.password], code: self[ProofFields.factor])
  }
}
