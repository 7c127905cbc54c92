/// What a device's bearer begins with, whoever makes it.
public enum DeviceBearer {
  public static let prefix = "hub_n1_"
}
